"""What a game's pieces can do, to be looked up: rows of pictures with a name and a sentence each."""

from render.glossary.page import GlossaryItem, arrow, page, side_by_side

__all__ = ["GlossaryItem", "arrow", "page", "side_by_side"]
