"""A table that waits for its players: the invitation to a game of two, or the lobby of one for several."""

from __future__ import annotations

from typing import Any, Final

from bot.export import options_of
from bot.seats import has_bots, has_lobby, picks_at, picks_of, seats_for
from bot.session import Shown
from bot.session.opening import hides, hints_at, usual_hints
from bot.store import Player, Sides, Status, Table, is_bot
from bot.ui.kit.frame import STAMP, WALNUT, Message, Panel, Text, laid_out, mention, pictured, safe
from bot.ui.kit.keyboard import Row, bots_row, invitation_rows, lobby_rows, moved_rows, parent_rows, seat_rows
from bot.words import Names, Words
from engine.core import Choice, Document, Game, Seat
from render.kit.canvas import png
from render.kit.sheet import Sheet

_HOUR = 60 * 60


def lobby(words: Words, shown: Shown, remarks: tuple[str, ...] = ()) -> Message:
    """The message of a table whose game has not begun; `remarks` say how it was closed, or what is new."""
    table, game = shown.table, shown.entry.game
    gathering = has_lobby(game)
    text = _gathering(words, shown) if gathering else _invitation(words, shown)
    panel = Panel(accent_colour=WALNUT)
    title = words("table.title", game=game.title, code=table.code)
    panel.add_item(Text(f"### {title}\n{text}", id=1))
    picture, filename = None, f"{table.code}-{table.revision}.png"
    if table.goes_on and table.status is Status.OPEN:
        picture, alt = _position(words, shown)
        panel.add_item(pictured(filename, alt, 2))
    if table.status is Status.CLOSED:
        panel.add_item(Text("\n".join(remarks) or words("closed", code=table.code), id=2))
    elif remarks:
        panel.add_item(Text("\n".join(remarks), id=3))
    if table.status is not Status.OPEN:
        return Message(laid_out(panel))
    if table.moved is not None:
        rows = [
            *seat_rows(words, table, _free_seats(words, shown)),
            *moved_rows(words, table, gathering=gathering, chance=shown.entry.chance),
        ]
    else:
        chance = shown.entry.chance
        rows = _lobby_rows(words, shown) if gathering else invitation_rows(words, table, chance=chance)
    if has_bots(game) and all(player.seated for player in table.players):
        rows.insert(len(rows) - 1, bots_row(words, table, gathering=gathering))
    rows += parent_rows(words, table)
    asked = tuple(player.user_id for player in table.players if not player.seated)
    return Message(laid_out(panel, rows), picture, filename, pings=asked)


_OPEN: Final = {
    Sides.FIXED: "table.open",
    Sides.DRAWN: "table.open.drawn",
    Sides.WISHED: "table.open.wished",
}
_CHALLENGE: Final = {
    Sides.FIXED: "table.challenge",
    Sides.DRAWN: "table.challenge.drawn",
    Sides.WISHED: "table.challenge.wished",
}
"""How people are invited, by how it is settled who plays which side."""


def _invitation(words: Words, shown: Shown) -> str:
    table = shown.table
    host = next(player for player in table.players if player.user_id == table.host_id)
    guest = next((player for player in table.players if not player.seated), None)
    key = (_OPEN if guest is None else _CHALLENGE)[table.sides]
    if table.goes_on:
        key = "move.open" if table.moved is not None else "fork.open"
    invited = words(
        key,
        host=safe(host.name),
        game=shown.entry.game.title,
        seat=words(f"{table.game}.seat.{host.seat}.first"),
        guest="" if guest is None else mention(words, guest),
        **_place(table),
    )
    chosen = [f"`{key}: {value}`" for key, value in unusual(words, shown.entry.game, table)]
    agreed = [words("table.options", options=", ".join(chosen))] if chosen else []
    about = (
        *agreed,
        *_clock(words, table),
        *_hints(words, shown),
        *_position_lines(words, shown),
    )
    return "\n".join((invited, *about))


def _clock(words: Words, table: Table) -> tuple[str, ...]:
    """How much time there is, and what comes after it; nothing at a table without a clock."""
    if not table.clock:
        return ()
    bank = ""
    if table.bank:
        bank = words("lobby.clock.bank", hours=words.some("hours", table.bank // _HOUR))
    hours = words.some("hours", table.clock // _HOUR)
    forfeit = words("lobby.clock.forfeit" if table.forfeit else "lobby.clock.choice")
    return (words("lobby.clock", hours=hours, bank=bank, forfeit=forfeit),)


def _hints(words: Words, shown: Shown) -> tuple[str, ...]:
    """How many hints are agreed on, where that is not as usual, and what comes of it."""
    game = shown.entry.game
    usual, most = usual_hints(game), hints_at(game, shown.table)
    if most == usual:
        return ()
    line = words("lobby.hints.any") if most < 0 else words.some("lobby.hints", most)
    if not most:
        line = words("lobby.hints.none")
    return (line,) if usual else (f"{line} {words('lobby.hints.unrated')}",)


def _place(table: Table) -> dict[str, str | int]:
    """Where a fork goes on from, or a game that moved here; nothing at other tables."""
    if table.moved is not None:
        return {"code": table.moved[0], "ply": table.moved[1]}
    return {} if table.parent is None else {"code": f"T{table.parent[0]}", "ply": table.parent[1]}


def _position_lines(words: Words, shown: Shown) -> tuple[str, ...]:
    """How a fork stands, and whether all of it is as it was; nothing at other tables."""
    if not shown.table.goes_on:
        return ()
    names = tuple(map(safe, _names(words, shown)))
    hidden = hides(shown.entry, _state(shown))
    if shown.table.moved is not None:
        known = words("move.unknown" if hidden else "move.known")
    else:
        known = words("fork.unknown" if hidden else "fork.known")
    entry, view = shown.entry, _view(shown)
    above = entry.header(words, names, view)
    if entry.standing is not None:
        above = (entry.standing(words, names, view), *above[1:])
    return (*above, known)


def _state(shown: Shown) -> Any:  # noqa: ANN401 - each game has its own
    """The position that a fork goes on from."""
    assert shown.table.base is not None  # noqa: S101 - a fork has one
    return shown.entry.codec.load(shown.table.base.state)


def _view(shown: Shown) -> Any:  # noqa: ANN401 - each game has its own
    """What everybody sees of the position that a fork goes on from."""
    return shown.entry.game.view(_state(shown), None)


def _names(words: Words, shown: Shown) -> Names:
    """Who sits at a fork, by seat; where several seats are free, these have their numbers."""
    taken = {player.seat: player.name for player in shown.table.players}
    seats = seats_for(shown.entry, shown.table).start
    key = "fork.seat" if seats - len(taken) == 1 else "fork.seat.numbered"
    return tuple(taken.get(seat) or words(key, number=seat + 1) for seat in range(seats))


def _position(words: Words, shown: Shown) -> tuple[bytes, str]:
    """The picture of the position that a fork goes on from, and its text."""
    table, entry, names, view = shown.table, shown.entry, _names(words, shown), _view(shown)
    turn = entry.turn(words, names, view)
    sheet = Sheet(table.code, table.head[:STAMP], entry.game.title, turn, names=names, say=words)
    return png(entry.paint(view, sheet)), entry.alt(words, names, view, table.code)[:1024]


def unusual(words: Words, game: Game[Any, Any, Any, Any], table: Table) -> list[tuple[str, str]]:
    """The options that are not as usual, with their values."""
    given = options_of(table)
    found = []
    for option in game.options:
        value = given.get(option.key, str(option.default))
        if value != str(option.default):
            own = isinstance(option, Document)
            found.append((option.key, words("lobby.own-file") if own else value))
    return found


def _gathering(words: Words, shown: Shown) -> str:
    """Who sits here with what they picked, what was agreed, and how it goes on."""
    table, game = shown.table, shown.entry.game
    host = next(player for player in table.players if player.user_id == table.host_id)
    seats = seats_for(shown.entry, table)
    values = {"host": safe(host.name), "game": game.title}
    if table.moved is not None:
        lines = [words.some("move.lobby", seats.start, **values, **_place(table))]
    elif table.parent is None:
        lines = [words("lobby.open", least=seats.start, most=seats[-1], **values)]
    else:
        lines = [words.some("fork.lobby", seats.start, **values, **_place(table))]
    lines += _seats(words, shown)
    if table.status is Status.OPEN:
        about = _position_lines(words, shown) or (words(f"{table.game}.lobby"),)
        lines += ["", *about, *_agreed(words, shown)]
        if table.patience:
            lines.append(words.some("lobby.patience", table.patience // _HOUR))
        lines += [*_clock(words, table), *_hints(words, shown)]
    return "\n".join(lines)


def _seats(words: Words, shown: Shown) -> list[str]:
    """Who sits here. A seat of a fork is one of its position, so the free ones are named in their places."""
    table = shown.table
    taken = {player.seat: _seat(words, shown, player) for player in table.players}
    if not table.goes_on or table.status is not Status.OPEN:
        return list(taken.values())
    seats = range(seats_for(shown.entry, table).start)
    return [taken.get(seat) or words("fork.free", number=seat + 1) for seat in seats]


def _seat(words: Words, shown: Shown, player: Player) -> str:
    picked = picks_of(player)
    labels = [words(f"{shown.table.game}.{key}.{value}") for key, value in sorted(picked.items())]
    key = "bots.seat" if is_bot(player.user_id) else "lobby.seat"
    line = words(key, number=player.seat + 1, name=safe(player.name))
    return f"{line}: {', '.join(labels)}" if labels else line


def _agreed(words: Words, shown: Shown) -> list[str]:
    """What is not as usual with what it is about, and where to read of the rest."""
    game = shown.table.game
    found = [
        words("lobby.option", option=key, value=value, about=words(f"{game}.option.{key}"))
        for key, value in unusual(words, shown.entry.game, shown.table)
    ]
    if shown.table.goes_on:  # agreed as at its parent, and there is nothing to choose any more
        return [*found, words("fork.rules", game=game)]
    return [*found, words("lobby.usual.rest" if found else "lobby.usual.all", game=game)]


def _lobby_rows(words: Words, shown: Shown) -> list[Row]:
    table, game = shown.table, shown.entry.game
    picks = [(pick, _left(table, pick)) for pick in picks_at(game, table)]
    return lobby_rows(words, table, picks, chance=shown.entry.chance)


def _free_seats(words: Words, shown: Shown) -> list[tuple[Seat, str]]:
    """The seats of a game from elsewhere that nobody has taken, with what they are called."""
    taken = {player.seat for player in shown.table.players}
    seats = range(seats_for(shown.entry, shown.table).start)
    return [(seat, _seat_name(words, shown, seat)) for seat in seats if seat not in taken]


def _seat_name(words: Words, shown: Shown, seat: Seat) -> str:
    if shown.entry.role is not None:
        what = shown.entry.role(words, _view(shown), seat)
        return words("move.seat.named", what=what, number=seat + 1)
    if has_lobby(shown.entry.game):
        return words("move.seat", number=seat + 1)
    return words(f"{shown.table.game}.seat.{seat}.first")


def _left(table: Table, pick: Choice) -> tuple[str, ...]:
    """What nobody has picked yet; the default can always be had."""
    taken = {picks_of(player).get(pick.key) for player in table.players}
    return tuple(value for value in pick.choices if value == pick.default or value not in taken)
