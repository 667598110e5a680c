"""The pictures of Ploc."""
