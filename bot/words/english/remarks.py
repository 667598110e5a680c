"""What the house's own players remark on a move now and then; never at anybody's cost."""

from __future__ import annotations

from typing import Final

REMARKS: Final = {
    "remark": "**{name}**: “{said}”",
    # Pip, the pot boy: eager, and easily impressed
    # Odo, the carter: slow, and all roads and horses
    # Wenna, the ferrywoman: calm, and all water
    # Grete, the landlady: dry, and warm
}
