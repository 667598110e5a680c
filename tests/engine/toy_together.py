"""A small co-operative game for the tests of the frame: carry three logs up the hill before the lamp is out.

Whoever's turn it is lifts as often as they like, rests, or hands the lamp on, which ends their turn. Anybody
may whistle at any time, which disturbs nobody, or leave. Each may pick a hat, and a group may bring a song.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from data.sentence import BadFile, sentence
from engine.core import Choice, Document, Fault, Game, IllegalAction, Number, Outcome, Seat, Settings, Step
from engine.rng import Rng
from engine.speech import Say
from tests.engine.toy import SILENT

HATS: Final = ("dealt", "bowler", "beret", "boater", "bonnet", "busby", "bandana")
ACTIONS: Final = ("lift", "rest", "hand on", "whistle", "leave")


FAULTS: Final = {
    "hill.unsung": "line {line}: {text} is not sung",
    "hill.song-long": "a song has at most three lines",
}


def _song(text: str) -> str:
    """A song is lines of small letters, at most three."""
    lines = text.split()
    faults = [
        sentence(FAULTS, "hill.unsung", line=number, text=repr(line))
        for number, line in enumerate(lines, 1)
        if line != "la"
    ]
    faults += [sentence(FAULTS, "hill.song-long")] if len(lines) > 3 else []
    if faults:
        raise BadFile(tuple(faults))
    return " ".join(lines)


LOGS: Final = Number("logs", 3, 1, 9)
CHOSEN: Final = Choice("hats", "dealt", ("dealt", "chosen"))
SONG: Final = Document("song", _song)


@dataclass(frozen=True)
class Hill:
    seats: int
    hats: tuple[str, ...]
    song: str
    logs: int
    turn: Seat = 0
    number: int = 1
    lifted: int = 0
    lamp: int = 30
    gone: tuple[Seat, ...] = ()
    whistles: int = 0
    over: Outcome | None = None


@dataclass(frozen=True)
class HillSeen:
    state: Hill
    acting: frozenset[Seat]


@dataclass(frozen=True)
class Did:
    seat: Seat
    what: str


def _start(settings: Settings, seats: int, rng: Rng) -> Hill:
    picked = [str(settings.get(f"hat/{seat}", "dealt")) for seat in range(seats)]
    free = [hat for hat in HATS[1:] if hat not in picked]
    hats = tuple(free.pop(rng.below(len(free))) if hat == "dealt" else hat for hat in picked)
    return Hill(seats, hats, str(settings["song"]), int(settings["logs"]))


def _picks(settings: Settings) -> tuple[Choice, ...]:
    return (Choice("hat", "dealt", HATS),) if settings["hats"] == "chosen" else ()


def _to_act(state: Hill) -> frozenset[Seat]:
    return frozenset() if state.over else frozenset({state.turn})


def _legal(state: Hill, seat: Seat) -> tuple[str, ...]:
    if state.over or seat in state.gone:
        return ()
    return ACTIONS if seat == state.turn else ("whistle", "leave")


def _apply(state: Hill, seat: Seat, action: str, _rng: Rng) -> Step[Hill, Did]:
    if action not in _legal(state, seat):
        raise IllegalAction(Fault.ILLEGAL, "hill:turn-1", "not-your-turn")
    return Step(_over(_after(state, seat, action)), (Did(seat, action),))


def _after(state: Hill, seat: Seat, action: str) -> Hill:
    match action:
        case "whistle":
            return replace(state, whistles=state.whistles + 1)
        case "lift":
            return replace(state, lifted=state.lifted + 1, lamp=state.lamp - 1)
        case "rest":
            return replace(state, lamp=state.lamp - 1)
        case "leave":
            left = replace(state, gone=(*state.gone, seat))
            return _pass_lamp(left) if seat == state.turn else left
        case _:
            return _pass_lamp(state)


def _pass_lamp(state: Hill) -> Hill:
    order = [(state.turn + step) % state.seats for step in range(1, state.seats + 1)]
    turn = next((seat for seat in order if seat not in state.gone), state.turn)
    return replace(state, turn=turn, number=state.number + 1, lamp=state.lamp - 1)


def _over(state: Hill) -> Hill:
    here = tuple(seat for seat in range(state.seats) if seat not in state.gone)
    if state.lifted == state.logs:
        return replace(state, over=Outcome("up", here, (1,) * state.seats))
    if not here or state.lamp <= 0:
        return replace(state, over=Outcome("dark", (), (0,) * state.seats))
    return state


def _parse(text: str, _state: Hill) -> str:
    line = " ".join(text.lower().split())
    if line not in ACTIONS:
        raise IllegalAction(Fault.MALFORMED, "hill:notation-1", "not-notation", ("lift",), text=line[:40])
    return line


def _text(view: HillSeen, _say: Say = SILENT, /) -> str:
    return f"{view.state.lifted} of {view.state.logs} logs"


TOGETHER: Final[Game[Hill, str, Did, HillSeen]] = Game(
    key="hill",
    title="Up the Hill",
    seats=range(1, 7),
    options=(LOGS, CHOSEN, SONG),
    rules_version=1,
    endings=("up", "dark"),
    start=_start,
    to_act=_to_act,
    legal=_legal,
    apply=_apply,
    view=lambda state, _: HillSeen(state, _to_act(state)),
    outcome=lambda state: state.over,
    parse=_parse,
    text=_text,
    reveals=lambda _: False,
    reshuffle=lambda state, _: state,
    stand_in_action=lambda _, actions, __: actions[0],
    picks=_picks,
    cooperative=True,
)
