"""The house's own players, each with a face: what boards, lobbies and cards show beside their names."""

from render.portraits.faces import FACES, portrait, prepare
from render.portraits.medallion import medallion

__all__ = ["FACES", "medallion", "portrait", "prepare"]
