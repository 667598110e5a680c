"""What the house says in English of options that cannot be, and of what is wrong with a file."""

from __future__ import annotations

from typing import Final

from data.file_faults import FILES
from engine.faults import FAULTS, OPTIONS, PARTS

REFUSED: Final = {
    **OPTIONS,
    **FILES,
    **{f"verify.{key}": said for key, said in FAULTS.items()},
    **PARTS,
}
"""By key. The rules know these sentences themselves: the command line says them."""
