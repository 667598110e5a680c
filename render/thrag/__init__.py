"""The pictures of One Man, Thrag!."""
