"""A faster copy of the project with compiled searches. It is optional."""
