"""Lines of Thud and Koom Valley and what they mean."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engine.koom.model import Piece
from engine.koom.moves import moves_of as koom_moves
from engine.octagon.board import BY_NAME, name
from engine.octagon.model import PlayerCall, Side
from engine.thud.moves import moves_of as thud_moves
from tests.engine.said.speech import NEVER, Speech, Words, kinds_of, table

KINDS = table(
    move="move go ziehe ziehen aller",
    run="run laufen courir",
    step="step",
    walk="walk",
    hurl="hurl throw wirf werfen lancer",
    shove="shove stoße",
    push="push schieben pousser",
    trample="trample piétiner",
    dwarf="d dwarf zwerg nain z n dwarfs",
    troll="t troll",
    rock="r rock fels rocher",
    start="from von",
    to="to onto nach vers",
    either="on at auf en à",
    dash="-",
    comma=", and + und et",
    takes="x takes capturing schlägt prend",
    all="all alle tous",
    none="nothing nichts rien",
    number="2 3",
    filler="the a den le der",
) | {square.lower(): "square" for square in BY_NAME}
WORDS = (
    *("move", "run", "step", "walk", "hurl", "shove", "push", "trample", "dwarf", "troll", "rock", "the"),
    *("from", "to", "auf", "nach", "takes", "x", "and", ",", "all", "nothing", "d", "T", "R", "den", "à"),
    *(
        "E2",
        "E10",
        "G9",
        "H7",
        "H8",
        "F8",
        "D9",
        "K6",
        "I5",
        "takes the troll",
        "takes the dwarf",
        "takes all",
        *NEVER,
    ),
)


def thud_ways(action: Any, state: Any) -> list[str]:
    del state
    if isinstance(action, PlayerCall):
        return [action.value]
    origin, target = name(action.origin), name(action.target)
    taken = [name(square) for square in action.captured]
    dwarfs = action.side is Side.DWARFS
    letter, english, german, french = (
        ("d", "dwarf", "Zwerg", "nain") if dwarfs else ("T", "troll", "Troll", "troll")
    )
    after = "".join(f" x {square}" for square in taken)
    takes = "" if not taken else f" takes {' and '.join(taken)}"
    said = [
        f"{letter} {origin} - {target}{after}",
        f"{english} from {origin} to {target}{takes}",
        f"move {origin} {target}{takes}",
        f"{german} {origin} nach {target}" + (f" schlägt {' und '.join(taken)}" if taken else ""),
        f"{french} {origin} à {target}" + (f" prend {' et '.join(taken)}" if taken else ""),
    ]
    if dwarfs and taken:
        return [
            *said,
            f"hurl {origin} to {target}",
            f"hurl {origin} at the troll on {target}",
            f"{origin} x {target}",
        ]
    if dwarfs:
        return [*said, f"run from {origin} to {target}", f"{origin} {target}"]
    return (
        [*said, f"shove {origin} {target}{takes}"] if taken else [*said, f"{origin} {target} takes nothing"]
    )


def koom_ways(action: Any, state: Any) -> list[str]:
    del state
    if isinstance(action, PlayerCall):
        return [action.value]
    origin, way = name(action.origin), [name(square) for square in action.way]
    taken = [name(square) for square in action.captured]
    letter, english = {Piece.DWARF: ("d", "dwarf"), Piece.TROLL: ("T", "troll"), Piece.ROCK: ("R", "rock")}[
        action.piece
    ]
    after = "".join(f" x {square}" for square in taken) if action.piece is Piece.DWARF else ""
    said = [
        f"{letter} {origin} - {' - '.join(way)}{after}",
        f"{english} from {origin} to {' to '.join(way)}{after}",
        f"move {origin} {' '.join(way)}{after}",
    ]
    if action.piece is Piece.ROCK:
        return [*said, f"push the rock to {way[0]}", f"rock {way[0]}", f"Fels nach {way[0]} schieben"]
    if action.piece is Piece.TROLL and taken:
        return [*said, f"trample {origin} {' '.join(way)}"]
    return [
        *said,
        f"{'run' if action.piece is Piece.DWARF else 'walk'} {origin} to {' to '.join(way)}{after}",
    ]


def _parts(words: Words) -> tuple[list[str], list[int]] | None:
    """The kind of each word, and the squares that are named; none if a word means nothing."""
    kinds = kinds_of(words, KINDS)
    if kinds is None:
        return None
    return kinds, [
        BY_NAME[word.upper().rstrip(".,:")]
        for word, kind in zip(words, kinds, strict=True)
        if kind == "square"
    ]


def thud_is_true(words: Words, action: Any, state: Any) -> bool:
    if isinstance(action, PlayerCall):
        return [word.lower() for word in words] == [action.value]
    parts = _parts(words)
    if parts is None or len(parts[1]) < 2:
        return False
    kinds, squares = parts
    told = "takes" not in kinds or _squares_before(kinds, "takes") > 1
    named = squares[2:] if told else squares[1:]
    if squares[0] != action.origin or (told and squares[1] != action.target):
        return False
    if named and set(named) != set(action.captured):
        return False
    dwarfs, taken = action.side is Side.DWARFS, bool(action.captured)
    truths = {
        "run": dwarfs and not taken,
        "step": _is_beside(action.origin, action.target),
        "hurl": dwarfs and taken,
        "shove": not dwarfs and taken,
        "push": not dwarfs and taken,
        **dict.fromkeys(("walk", "trample", "rock"), False),
    }
    every = [
        len(move.captured)
        for move in thud_moves(state.position, state.to_move)
        if (move.origin, move.target) == (action.origin, action.target)
    ]
    return (
        all(truths.get(kind, True) for kind in kinds)
        and _is_mover(kinds, "dwarf" if dwarfs else "troll", len(action.captured))
        and _joins(kinds)
        and _counts(words, kinds, len(action.captured), max(every, default=0))
    )


def koom_is_true(words: Words, action: Any, state: Any) -> bool:
    if isinstance(action, PlayerCall):
        return [word.lower() for word in words] == [action.value]
    parts = _parts(words)
    if parts is None or not parts[1]:
        return False
    kinds, squares = parts
    mover = {Piece.DWARF: "dwarf", Piece.TROLL: "troll", Piece.ROCK: "rock"}[action.piece]
    if mover == "rock" and len(squares) == 1:
        squares = [action.origin, *squares] if "rock" in kinds else squares
    if squares[0] != action.origin or len(squares) < 2:
        return False
    before = _squares_before(kinds, "takes") if "takes" in kinds else len(squares)
    way, named = squares[1:before], squares[before:]
    if (way and way[-1] != action.target) or (named and set(named) != set(action.captured)):
        return False
    if len(way) > 1 and tuple(way) != action.way:
        over = {(a + b) // 2 for a, b in pairwise([action.origin, *way])}
        if over != set(action.captured):
            return False
    taken = bool(action.captured)
    truths = {
        "run": mover == "dwarf",
        "step": _is_beside(action.origin, action.target),
        "walk": mover == "troll" and not taken,
        "trample": mover == "troll" and taken,
        "push": mover == "rock",
        **dict.fromkeys(("hurl", "shove"), False),
    }
    every = [
        len(move.captured)
        for move in koom_moves(state.position, state.to_move)
        if (move.origin, move.target) == (action.origin, action.target)
        and (tuple(way) in ((), move.way) or tuple(way) != action.way)
    ]
    return (
        all(truths.get(kind, True) for kind in kinds)
        and _is_mover(kinds, mover, len(action.captured))
        and _joins(kinds)
        and _counts(words, kinds, len(action.captured), max(every, default=0))
    )


def _is_beside(one: int, other: int) -> bool:
    """Whether two squares touch, by their names: the files go without an I."""
    files = "ABCDEFGHJKLMNOP"
    (first, second), ranks = (
        (files.index(name(sq)[0]) for sq in (one, other)),
        (int(name(sq)[1:]) for sq in (one, other)),
    )
    a, b = ranks
    return max(abs(first - second), abs(a - b)) == 1


def _squares_before(kinds: list[str], kind: str) -> int:
    return kinds[: kinds.index(kind)].count("square")


def _is_mover(kinds: list[str], mover: str, taken: int) -> bool:
    """A piece named before the squares moves, one named after the first is the one that is taken."""
    first = kinds.index("square")
    whom = {"dwarf": "troll", "troll": "dwarf"}.get(mover, "")
    pieces = {"dwarf", "troll", "rock"}
    late = [kind for kind in kinds[first:] if kind in pieces]
    early = [kind for kind in kinds[:first] if kind in pieces]
    return set(early) <= {mover} and set(late) <= {whom} and (not late or taken == 1 or "all" in kinds)


def _joins(kinds: list[str]) -> bool:
    """`from` is before the first square, and `to` before another; nothing joins what is not there."""
    seen, last = 0, len(kinds) - 1
    for place, kind in enumerate(kinds):
        seen += kind == "square"
        after = next((one for one in kinds[place + 1 :] if one not in ("filler", "troll", "either")), "")
        if kind == "start" and (seen or after not in ("square", "dwarf", "rock")):
            return False
        if kind in ("to", "dash") and (after != "square" or (not seen and "rock" not in kinds)):
            return False
        if kind in ("takes", "comma") and (place == last or not (seen or "rock" in kinds[:place])):
            return False
    return True


def _counts(words: Words, kinds: list[str], taken: int, most: int) -> bool:
    """All or none are taken, as many as are said."""
    if "none" in kinds and taken:
        return False
    numbers = [int(word) for word, kind in zip(words, kinds, strict=True) if kind == "number"]
    if "all" in kinds:
        return taken == most > 0 and all(number == taken for number in numbers)
    return not numbers


THUD = Speech(thud_ways, thud_is_true, WORDS)
KOOM = Speech(koom_ways, koom_is_true, WORDS)
