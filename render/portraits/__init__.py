"""The faces of the bots, shown beside their names on boards, lobbies and cards."""

from render.portraits.faces import FACES, portrait, prepare
from render.portraits.medallion import medallion

__all__ = ["FACES", "medallion", "portrait", "prepare"]
