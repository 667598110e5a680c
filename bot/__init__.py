"""The Discord bot: tables, words and the surface; the rules live in `engine`, the pictures in `render`."""
