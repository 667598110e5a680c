"""The fixed palette of Thud, which that of every game on the octagon begins with: iron blue and sandstone."""

from __future__ import annotations

from typing import Final

from render.kit.canvas import RGB, TABLE, Palette, blend_steps, mix, rgb
from render.kit.marks import GHOST, TINT
from render.kit.sprites import Tones

NAMED: Final[dict[str, RGB]] = {
    **TABLE,
    "limestone": rgb("d6cebb"),
    "limestone-lit": rgb("e6e0d0"),
    "limestone-deep": rgb("b9b09c"),
    "slate": rgb("7a8590"),
    "slate-lit": rgb("909aa4"),
    "slate-deep": rgb("616b76"),
    "bed": rgb("3d434a"),  # what the octagon lies in
    "bed-deep": rgb("2b3036"),
    # Dwarfs: iron, steel and a beard of copper.
    "iron": rgb("2f4a72"),
    "iron-lit": rgb("6d93c4"),
    "iron-deep": rgb("1a2b47"),
    "iron-line": rgb("0c1424"),
    "steel": rgb("aab9c9"),
    "steel-lit": rgb("eef4fa"),
    "steel-deep": rgb("64748a"),
    "beard": rgb("b5542a"),
    "beard-lit": rgb("e48f50"),
    "beard-deep": rgb("7a3117"),
    "skin": rgb("eab68c"),
    "skin-deep": rgb("c48258"),
    "leather": rgb("4a3120"),
    # Trolls: sandstone with teeth of diamond.
    "sand": rgb("d79b5b"),
    "sand-lit": rgb("f7d29a"),
    "sand-deep": rgb("a2683a"),
    "sand-dark": rgb("6f4222"),
    "sand-line": rgb("371c0c"),
    "diamond": rgb("f4fdff"),
    "diamond-deep": rgb("9fd4e6"),
    # The Thudstone.
    "boulder": rgb("85837f"),
    "boulder-lit": rgb("b9b6ae"),
    "boulder-deep": rgb("55544f"),
    "boulder-line": rgb("2b2a27"),
    # Whose turn it is, on the caption strip.
    "dwarfs-say": rgb("8fbdf0"),
    "trolls-say": rgb("f4b56e"),
}


def tones(material: str) -> Tones:
    """A material of the pieces in shade, in plain light and at its lit rim."""
    return NAMED[f"{material}-deep"], NAMED[material], NAMED[f"{material}-lit"]


def _blends() -> list[RGB]:
    named = NAMED
    pairs = (
        ("night", "cream", 1),
        ("night", "dwarfs-say", 1),
        ("night", "trolls-say", 1),
        ("night", "muted", 1),
        ("night", "amber", 1),
        ("field", "cream", 1),
        ("iron", "iron-lit", 2),
        ("iron", "iron-deep", 1),
        ("sand", "sand-lit", 1),
        ("sand", "sand-deep", 1),
        ("sand-deep", "sand-dark", 1),
        ("sand-dark", "sand-line", 1),
        ("boulder", "boulder-lit", 1),
        ("boulder", "boulder-deep", 1),
        ("beard", "beard-lit", 1),
        ("steel", "steel-deep", 1),
        ("bed", "boulder-lit", 1),
    )
    return [
        *(colour for under, over, steps in pairs for colour in blend_steps(named[under], named[over], steps)),
        *(colour for stone in ("limestone", "slate") for colour in _on(named[stone])),
    ]


def _on(stone: RGB) -> list[RGB]:
    """What a square of `stone` looks like under shadows, ghosts and the light of the last move."""
    lit = mix(stone, NAMED["lamplight"], TINT)
    lines = [NAMED[name] for name in ("iron-line", "sand-line")]
    lost = ("iron", "iron-line", "beard", "steel", "sand", "sand-lit", "sand-line")
    return [
        lit,
        *(mix(ground, line, share) for ground in (stone, lit) for line in lines[:1] for share in (0.2, 0.5)),
        mix(stone, lines[1], 0.5),
        *(mix(stone, NAMED[name], GHOST) for name in lost),
    ]


PALETTE: Final = Palette(NAMED, tuple(_blends()))
