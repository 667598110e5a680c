"""The pictures of Thud."""
