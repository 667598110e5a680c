"""Contact sheets of every picture: `python -m render.gallery [DIR]`."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.core import Outcome
from engine.thud.board import BY_NAME
from engine.thud.model import BattleEnd, BattleResult, Manner, Move, Side, View
from render.canvas import png
from render.sheet import Sheet
from render.thud import paint
