"""The judge's numbers in thousandths, two digits each; docs/minds/thrag.md tells how they were found."""

from __future__ import annotations

from typing import Final
