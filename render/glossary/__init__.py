"""The pictures of `/glossary`: rows of pieces, each with a picture, a name and a sentence."""

from render.glossary.page import GlossaryItem, arrow, page, side_by_side

__all__ = ["GlossaryItem", "arrow", "page", "side_by_side"]
