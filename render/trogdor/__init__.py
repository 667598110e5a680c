"""The pictures of Trogdor!!."""
