"""A table before its game: the invitation to a duel, or the lobby of a game for several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.discord.forms import Field, Form, form, list_field
from bot.discord.frame import (
    WALNUT,
    Layout,
    Message,
    Panel,
    Text,
    bot_levels_of,
    escape_markdown,
    game_title,
    mention,
    panel_layout,
    picture_gallery,
    picture_names,
    text_panel,
)
from bot.discord.keyboard import (
    Control,
    Key,
    LobbyActions,
    Row,
    Verb,
    bots_row,
    details_row,
    in_rows,
    seat_rows,
    waiting_rows,
)
from bot.games.catalogue import AnyEntry
from bot.games.covers import cover_with, own_files
from bot.kernel.clicks import Person
from bot.kernel.session import Shown
from bot.kernel.tables.export import options_of
from bot.kernel.tables.opening import hides_information, hints_at, usual_hints
from bot.kernel.tables.seats import has_bots, has_lobby, picks_at, picks_of, player_of, seats_for
from bot.store import Overtime, Player, Sides, Status, Table, bot_name, is_bot
from bot.ui.play.setup_draft import HOUR
from bot.ui.play.terms import BETWEEN, changed_options, option_title, option_value, table_terms, terms_line
from bot.words import Names, Words
from bot.words.menu import LIST_LIMIT
from engine.core import Choice, Document, Seat, pick_key
from engine.mind import LEVELS
from render.kit.canvas import png
from render.kit.sheet import Sheet


def lobby_message(
    words: Words, shown: Shown, remarks: tuple[str, ...] = (), more: Sequence[Key] = ()
) -> Message:
    """Return the message of a table whose game has not begun; `remarks` are news, or why it was closed."""
    table, entry = shown.table, shown.entry
    lines = _lobby_lines(words, shown) if has_lobby(entry.game) else [_invitation_line(words, shown)]
    if table.status is Status.CLOSED:
        closed = remarks or (words("closed", code=table.code),)
        return Message(
            panel_layout(Panel(Text("\n".join((*lines[:1], *closed)), id=1), accent_colour=WALNUT))
        )
    if table.goes_on:
        lines += _position_lines(words, shown)
    else:
        lines.append(_game_line(words, entry))
        if terms := terms_line(words, table_terms(words, entry, table)):
            lines.append(terms)
    if table.terms.week is not None:
        lines.append(words("weekly.lobby"))
    panel = Panel(Text("\n".join(lines), id=1), accent_colour=WALNUT)
    if table.goes_on:
        picture, alt = _position(words, shown)
    else:
        picture = cover_with(entry, bot_faces(table), own_files(entry, options_of(table)))
        alt = words("lobby.alt", game=entry.game.title)
    filename = f"{table.code}-{table.revision}.png"
    panel.add_item(picture_gallery(filename, alt, 2))
    if remarks:
        panel.add_item(Text("\n".join(remarks), id=3))
    rows = [*_seat_rows(words, shown), *waiting_rows(words, table, _waiting_controls(shown, more))]
    invited = tuple(player.user_id for player in table.players if not player.seated)
    return Message(panel_layout(panel, rows), picture, filename, pings=invited)


def _game_line(words: Words, entry: AnyEntry) -> str:
    """Return what a game is and how long it takes, in one line."""
    return words("agreed", what=BETWEEN.join(words(f"{entry.game.key}.panel").splitlines()))


def bot_faces(table: Table) -> tuple[str, ...]:
    """Return the faces of the bots in a lobby, by seat."""
    return tuple(filter(None, bot_levels_of(table)))


def _waiting_controls(shown: Shown, more: Sequence[Key]) -> LobbyActions:
    """Return what the controls of a lobby offer."""
    table, game = shown.table, shown.entry.game
    is_invited = any(not player.seated for player in table.players)
    return LobbyActions(
        gathers=has_lobby(game),
        asked=is_invited,
        moved=table.journey.moved is not None,
        bots=has_bots(game) and not is_invited,
        picks=bool(picks_at(game, table)),
        more=more,
    )


def _seat_rows(words: Words, shown: Shown) -> list[Row]:
    """Return the list of free seats, at a table that was transferred."""
    if shown.table.journey.moved is None:
        return []
    return seat_rows(words, shown.table, _free_seats(words, shown))


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
"""The sentences of invitations, by how sides are assigned."""


def _invitation_line(words: Words, shown: Shown) -> str:
    table = shown.table
    host = next(player for player in table.players if player.user_id == table.host_id)
    guest = next((player for player in table.players if not player.seated), None)
    key = (_OPEN if guest is None else _CHALLENGE)[table.terms.sides]
    if table.goes_on:
        key = "move.open" if table.journey.moved is not None else "fork.open"
    return words(
        key,
        host=escape_markdown(host.name),
        game=shown.entry.game.title,
        seat=words(f"{table.game}.seat.{host.seat}.first"),
        guest="" if guest is None else mention(words, guest),
        **_fork_values(table),
    )


# The answers of *Details*, *Add a bot* and *My keeper*


def details_layout(
    words: Words,
    shown: Shown,
    person: Person,
    about: Sequence[Key],
    *,
    browser: bool,
    back: Sequence[Key] = (),
) -> Layout:
    """Return the terms in full, and what else can be done; for one user.

    `browser`: boards can be opened in one. `about` are further buttons, `back` leads to a fork's parent.
    """
    table, entry = shown.table, shown.entry
    lines = [f"### {words('table.title', game=entry.game.title, code=table.code)}"]
    for key, value in changed_options(entry, table).items():
        title, about_option = option_title(words, entry, key), words(f"{entry.game.key}.option.{key}")
        lines.append(
            words("details.option", option=title, value=_value(words, entry, key, value), about=about_option)
        )
    lines += _clock_lines(words, table)
    if table.terms.patience:
        lines.append(words("details.patience", span=words.some("hours", table.terms.patience // HOUR)))
    lines += _hint_lines(words, shown)
    if len(lines) == 1:
        lines.append(words("details.usual"))
    keys = details_row(
        words,
        table,
        leaves=has_lobby(entry.game) and player_of(table, person) is not None,
        cancels=not has_lobby(entry.game) and table.host_id == person.id,
        about=about,
        browser=browser,
    )
    return text_panel("\n".join(lines), [*keys, *in_rows(back)])


def _value(words: Words, entry: AnyEntry, key: str, value: str) -> str:
    option = next(option for option in entry.game.options if option.key == key)
    if isinstance(option, Document):
        return escape_markdown(option.name_of(value)) or words("lobby.own-file")
    return option_value(words, entry, key, value)


def bot_question(words: Words, shown: Shown) -> Layout:
    """Return the question which bot joins."""
    gathers = has_lobby(shown.entry.game)
    return text_panel(words("bots.which"), [bots_row(words, shown.table, gathering=gathers)])


def picks_form(words: Words, shown: Shown, players: Sequence[Player]) -> Form:
    """Return a form with a list for each thing that a person picks, for each of their seats."""
    table, game = shown.table, shown.entry.game
    control = Control(table.id, table.revision, Verb.CHOOSE)
    fields = [
        _pick_field(words, table, number, player, pick)
        for number, player in enumerate(players)
        for pick in picks_at(game, table)
    ]
    return form(words("lobby.picks"), control, *fields)


def _pick_field(words: Words, table: Table, number: int, player: Player, pick: Choice) -> Field:
    """Return the list of a player's pick: what nobody else has."""
    taken = {picks_of(other).get(pick.key) for other in table.players if other != player}
    picked, game = picks_of(player).get(pick.key, pick.default), table.game
    options = [
        discord.SelectOption(
            label=words(f"{game}.{pick.key}.{value}")[:100],
            value=value,
            description=words(f"{game}.{pick.key}.{value}.told")[:100] or None,
            default=value == picked,
        )
        for value in pick.choices
        if value == pick.default or value not in taken
    ]
    title = words(f"{game}.pick.{pick.key}")
    if number:
        return list_field(pick_key(pick.key, number), f"{title} {number + 1}", options[:LIST_LIMIT])
    return list_field(pick.key, title, options[:LIST_LIMIT])


def _clock_lines(words: Words, table: Table) -> tuple[str, ...]:
    """Return the time limits and what follows them; nothing without a clock."""
    if not table.terms.clock:
        return ()
    bank = ""
    if table.terms.bank:
        bank = words("lobby.clock.bank", hours=words.some("hours", table.terms.bank // HOUR))
    hours = words.some("hours", table.terms.clock // HOUR)
    forfeit = words("lobby.clock.forfeit" if table.terms.forfeit else "lobby.clock.choice")
    lines = [words("lobby.clock", hours=hours, bank=bank, forfeit=forfeit)]
    if table.terms.overtime is not Overtime.WAIT:
        lines.append(words(f"lobby.overtime.{table.terms.overtime}", name=bot_name(LEVELS[-1])))
    return tuple(lines)


def _hint_lines(words: Words, shown: Shown) -> tuple[str, ...]:
    """Return the agreed number of hints, if not the default, and its effect on rating."""
    game = shown.entry.game
    usual, most = usual_hints(game), hints_at(game, shown.table)
    if most == usual:
        return ()
    line = words("lobby.hints.any") if most < 0 else words.some("lobby.hints", most)
    if not most:
        line = words("lobby.hints.none")
    return (line,) if usual else (f"{line} {words('lobby.hints.unrated')}",)


def _fork_values(table: Table) -> dict[str, str | int]:
    """Return the values that name a fork's or transferred game's origin; empty at other tables."""
    if table.journey.moved is not None:
        return {"code": table.journey.moved[0], "ply": table.journey.moved[1]}
    return (
        {}
        if table.journey.parent is None
        else {"code": f"T{table.journey.parent[0]}", "ply": table.journey.parent[1]}
    )


def _position_lines(words: Words, shown: Shown) -> tuple[str, ...]:
    """Return a fork's score, and whether its hidden information is kept; empty at other tables."""
    if not shown.table.goes_on:
        return ()
    names = tuple(map(escape_markdown, _names(words, shown)))
    hidden = hides_information(shown.entry, _state(shown))
    if shown.table.journey.moved is not None:
        known = words("move.unknown" if hidden else "move.known")
    else:
        known = words("fork.unknown" if hidden else "fork.known")
    entry, view = shown.entry, _view(shown)
    above = entry.speech.header(words, names, view)
    if entry.speech.standing is not None:
        above = (entry.speech.standing(words, names, view), *above[1:])
    return (*above, known)


def _state(shown: Shown) -> Any:  # noqa: ANN401 - of any game
    """Return the position that a fork continues."""
    assert shown.table.journey.base is not None  # noqa: S101 - a fork has one
    return shown.entry.codec.load(shown.table.journey.base.state)


def _view(shown: Shown) -> Any:  # noqa: ANN401 - of any game
    """Return the public view of the position that a fork continues."""
    return shown.entry.game.view(_state(shown), None)


def _names(words: Words, shown: Shown) -> Names:
    """Return the players of a fork by seat; free seats have placeholder names."""
    taken = {player.seat: player.name for player in shown.table.players}
    seats = seats_for(shown.entry, shown.table).start
    key = "fork.seat" if seats - len(taken) == 1 else "fork.seat.numbered"
    return tuple(taken.get(seat) or words(key, number=seat + 1) for seat in range(seats))


def _position(words: Words, shown: Shown) -> tuple[bytes, str]:
    """Return the picture of the position that a fork continues, and its description."""
    table, entry, names, view = shown.table, shown.entry, _names(words, shown), _view(shown)
    drawn = picture_names(words, names)
    turn = entry.speech.turn(words, drawn, view)
    sheet = Sheet(table.code, "", entry.game.title, turn, names=drawn, say=words)
    return png(entry.drawing.paint(view, sheet)), entry.speech.alt(words, names, view)[:1024]


def _lobby_lines(words: Words, shown: Shown) -> list[str]:
    """Return who invites, and who has joined with which picks."""
    table, game = shown.table, shown.entry.game
    host = next(player for player in table.players if player.user_id == table.host_id)
    seats = seats_for(shown.entry, table)
    values = {"host": escape_markdown(host.name), "game": game_title(words, game.title, table.deal)}
    if table.journey.moved is not None:
        lines = [words.some("move.lobby", seats.start, **values, **_fork_values(table))]
    elif table.journey.parent is None:
        lines = [words("table.open.drawn", **values)]
    else:
        lines = [words.some("fork.lobby", seats.start, **values, **_fork_values(table))]
    return lines + _seat_lines(words, shown)


def _seat_lines(words: Words, shown: Shown) -> list[str]:
    """Return who has joined. A fork's seats are those of its position, so free ones are listed, too."""
    table = shown.table
    taken = {player.seat: _seat_text(words, shown, player) for player in table.players}
    if table.goes_on and table.status is Status.OPEN:
        seats = range(seats_for(shown.entry, table).start)
        return [
            words("fork.seat.line", number=seat + 1, name=taken[seat])
            if seat in taken
            else words("fork.free", number=seat + 1)
            for seat in seats
        ]
    return [words("lobby.seats", names=words.join_list(tuple(taken.values())))]


def _seat_text(words: Words, shown: Shown, player: Player) -> str:
    picked = picks_of(player)
    labels = [words(f"{shown.table.game}.{key}.{value}") for key, value in sorted(picked.items())]
    line = words("bots.seat" if is_bot(player.user_id) else "lobby.seat", name=escape_markdown(player.name))
    return words("lobby.seat.picked", name=line, picked=", ".join(labels)) if labels else line


def _free_seats(words: Words, shown: Shown) -> list[tuple[Seat, str]]:
    """Return the free seats of a transferred game with their names."""
    taken = {player.seat for player in shown.table.players}
    seats = range(seats_for(shown.entry, shown.table).start)
    return [(seat, _seat_name(words, shown, seat)) for seat in seats if seat not in taken]


def _seat_name(words: Words, shown: Shown, seat: Seat) -> str:
    if shown.entry.speech.role is not None:
        what = shown.entry.speech.role(words, _view(shown), seat)
        return words("move.seat.named", what=what, number=seat + 1)
    if has_lobby(shown.entry.game):
        return words("move.seat", number=seat + 1)
    return words(f"{shown.table.game}.seat.{seat}.first")
