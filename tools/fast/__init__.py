"""The faster copy: the same project, with its minds compiled to machine code. It is never needed."""
