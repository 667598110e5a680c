"""A tournament as people see it: who has signed up, the picture of how it stands, and the same in words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Final

from bot.features.tournaments.model import Ended, Entrant, Form, How, Pairing, Tournament
from bot.features.tournaments.rounds import (
    DAY,
    LEAST,
    WON,
    matches,
    rounds_of,
    standings,
    stuck_after,
    winner,
)
from bot.features.tournaments.service import SIGN_UP
from bot.games.catalogue import words_in
from bot.session import Session
from bot.store import Status, Table, bot_name
from bot.ui.kit.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    bare,
    drawn_names,
    laid_out,
    names_of,
    pictured,
    safe,
)
from bot.ui.kit.keyboard import STYLES, Control, Key, Verb, in_rows
from bot.ui.kit.points import PODIUM, halved
from bot.ui.table.lines import place_of
from bot.words import Words
from bot.words.menu import Look
from engine.fairness import commitment
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.tournament import Bracket, Crosstable, Match, Row, Side, bracket, crosstable

HOUR: Final = 60 * 60

SEAL: Final = 16
"""Characters of a seal that are shown."""

STAGES: Final = ("final", "semi", "quarter", "sixteen")
"""What the rounds of a knock-out are called, the last one first."""


# The message


async def message_of(session: Session, of: Tournament, words: Words | None = None) -> Message:
    """The message of a tournament, in its language or in these `words`."""
    words = words_in(of.language) if words is None else words
    panel = Panel(accent_colour=WALNUT)
    if of.status is Status.CLOSED:
        panel.add_item(Text(f"{_head(words, session, of)}\n{_cancelled(words, of)}"))
        return Message(laid_out(panel))
    if of.status is Status.OPEN:
        panel.add_item(Text("\n".join(_invitation(words, session, of))))
        panel.add_item(Text(_terms(words, of)))  # what follows a list in a text becomes part of it
        return Message(laid_out(panel, in_rows(_keys(words, of))))
    panel.add_item(Text("\n".join([line async for line in _standing(words, session, of)])))
    picture, name = (
        await asyncio.to_thread(painted, words, session, of),
        f"tournament-{of.id}-{of.revision}.png",
    )
    panel.add_item(pictured(name, bare("\n".join(in_words(words, of)))))
    return Message(laid_out(panel, in_rows(_keys(words, of))), picture, name)


async def podium(session: Session, of: Tournament) -> Message:
    """The message that tells who has won; it calls them."""
    words = words_in(of.language)
    panel = Panel(Text("\n".join(_result(words, session, of, mentioned=True))), accent_colour=WALNUT)
    picture, name = await asyncio.to_thread(painted, words, session, of), f"tournament-{of.id}.png"
    panel.add_item(pictured(name, bare("\n".join(in_words(words, of)))))
    first = tuple(one.user_id for one in of.entrants if one.place == 1 and (one.user_id or 0) > 0)
    return Message(laid_out(panel), picture, name, pings=tuple(user for user in first if user is not None))


def _head(words: Words, session: Session, of: Tournament) -> str:
    return words("tournament.head", title=_title(words, session, of))


def _title(words: Words, session: Session, of: Tournament) -> str:
    return words("tournament.title", game=session.catalogue[of.game].game.title)


def _invitation(words: Words, session: Session, of: Tournament) -> Iterator[str]:
    """Who calls for it, and who has signed up."""
    yield _head(words, session, of)
    yield words(f"tournament.invites.{of.form}", name=safe(of.host_name), count=of.places)
    for one in of.entrants:
        yield words("tournament.entrant", number=one.number, name=safe(one.name))


def _cancelled(words: Words, of: Tournament) -> str:
    """That it was cancelled: by somebody, or as nobody had begun it for long."""
    if not of.pairings and of.changed_at - of.at >= SIGN_UP:
        return words("tournament.expired", days=int(SIGN_UP // DAY))
    return words("tournament.cancelled")


def _terms(words: Words, of: Tournament) -> str:
    """How fast it is played, and whether bots fill it up."""
    hours = words.some("hours", of.clock // HOUR)
    if of.bots:
        return words("tournament.clock.bots", hours=hours, bot=bot_name(of.bots))
    return words("tournament.clock", hours=hours)


async def _standing(words: Words, session: Session, of: Tournament) -> AsyncIterator[str]:
    """The round, and the games that are being played; or who has won."""
    if of.status is Status.OVER:
        for line in _result(words, session, of):
            yield line
        return
    yield _head(words, session, of)
    yield _round(words, of)
    for game in of.pairings:
        if game.ended is not Ended.NOT_YET or game.table_id is None or game.second is None:
            continue
        table = await session.tables.known(game.table_id)
        link = "" if table is None else place_of(words, table)
        key = "tournament.running" if link else "tournament.running.unshown"
        first, second = (_called(of, number) for number in (game.first, game.second))
        yield words(key, first=first, second=second, link=link)


def _result(words: Words, session: Session, of: Tournament, *, mentioned: bool = False) -> Iterator[str]:
    """Who has won, and who came next."""
    game = session.catalogue[of.game].game.title
    first = [one for one in of.entrants if one.place == 1]
    names = tuple(_person(one) if mentioned else safe(one.name) for one in first)
    if not first:
        yield words("tournament.nobody", game=game)
    elif len(first) == 1:
        yield words("tournament.won", name=names[0], game=game)
    else:
        yield words("tournament.shared", names=words.listed(names), game=game)
    others = sorted((one for one in of.entrants if 1 < one.place <= PODIUM), key=lambda one: one.place)
    for place, group in groupby(others, key=lambda one: one.place):
        yield words(
            "tournament.podium", place=place, names=words.listed(tuple(safe(one.name) for one in group))
        )


def _person(one: Entrant) -> str:
    """A mention; bots and the nameless have none."""
    return f"<@{one.user_id}>" if (one.user_id or 0) > 0 else safe(one.name)


def _round(words: Words, of: Tournament) -> str:
    if of.form is Form.KNOCKOUT:
        return _stage(words, rounds_of(of) - of.round)
    return words("tournament.round", number=of.round, count=rounds_of(of))


def _stage(words: Words, left: int) -> str:
    """What a round of a knock-out is called after which so many are left."""
    return words(f"tournament.stage.{STAGES[left]}")


def _called(of: Tournament, number: int | None) -> str:
    return safe(of.entrant(number or 0).name)


def end_of_game(words: Words, of: Tournament, table: Table) -> str:
    """How a game ended that was decided."""
    ended = next(one.ended for one in of.pairings if one.table_id == table.id)
    if ended is Ended.DRAWN:
        return words("tournament.decided.drawn")
    winner_at = 0 if ended is Ended.FIRST else 1
    return words("tournament.decided.won", name=names_of(table)[winner_at])


# Its buttons


def _keys(words: Words, of: Tournament) -> list[Key]:
    if of.status is Status.OPEN:
        return [
            key(words("button.tournament.join"), of, "join", Look.GOOD),
            key(words("button.tournament.leave"), of, "leave"),
            key(words("button.tournament.begin"), of, "begin", Look.MAIN),
            key(words("button.tournament.details"), of, "details"),
        ]
    keys = [
        key(words("button.tournament.words"), of, "words"),
        key(words("button.tournament.details"), of, "details"),
    ]
    if of.status is Status.PLAYING:
        keys.append(key(words("button.tournament.withdraw"), of, "withdraw"))
    return keys


def key(label: str, of: Tournament, what: str, look: Look = Look.PLAIN, verb: Verb = Verb.CUP) -> Key:
    """A button of a tournament."""
    return Key(label=label, style=STYLES[look], custom_id=str(Control(of.id, 0, verb, what)))


# In words


def details(words: Words, of: Tournament, ends: Mapping[str, str]) -> str:
    """How it is played, and what its draw comes from; the seed itself once it is over.

    `ends` are the options by which its games come to an end, as in `Entry`.
    """
    lines = [
        words(f"tournament.details.{of.form}"),
        words("tournament.details.time"),
        words(f"{of.game}.ends", **ends),
        words("tournament.details.stuck", days=stuck_after(of) // DAY),
        words(f"tournament.details.void.{of.form}"),
        words(f"tournament.details.withdrawn.{of.form}"),
    ]
    if of.bots:
        lines.append(words(f"tournament.details.bots.{of.form}"))
        lines.append(words("tournament.details.trophy", least=LEAST))
    lines.append(words("tournament.details.rating" if of.by_rating else "tournament.details.draw"))
    seal = commitment(of.seed)[:SEAL]
    if of.status is Status.OVER:
        lines.append(words("tournament.details.seed", seed=of.seed, seal=seal))
    else:
        lines.append(words("tournament.details.sealed", seal=seal))
    return "\n".join(f"- {line}" for line in lines)


def in_words(words: Words, of: Tournament) -> Iterator[str]:
    """How it stands, line by line: all rounds of a knock-out; the table and the round of a round-robin."""
    if of.form is Form.ROUND_ROBIN:
        for line in standings(of):
            yield words(
                "tournament.words.line",
                place=line.place,
                name=_with_withdrawal(words, of.entrant(line.number)),
                points=halved(line.score),
                sonneborn=halved(line.sonneborn),
            )
        yield from _games(words, of, of.round)
        return
    for number in range(of.round, 0, -1):
        yield words("tournament.words.stage", title=_stage(words, rounds_of(of) - number))
        yield from _games(words, of, number)


def _games(words: Words, of: Tournament, number: int) -> Iterator[str]:
    """The matches of a round, each in a line."""
    for match in matches(of, number):
        game = match[0]
        if game.second is None:
            yield words("tournament.words.bye", name=_called(of, game.first))
            continue
        first, second = _called(of, game.first), _called(of, game.second)
        scores = _scores(match)
        if not scores:
            yield words("tournament.words.open", first=first, second=second)
            continue
        decided = any(one.how is How.DECIDED for one in match)
        score = f"{halved(scores[game.first])} : {halved(scores[game.second])}"
        line = "tournament.words.decided" if decided else "tournament.words.game"
        yield words(line, first=first, score=score, second=second)


def _with_withdrawal(words: Words, one: Entrant) -> str:
    return words("tournament.withdrawn", name=safe(one.name)) if one.out else safe(one.name)


def _scores(match: Iterable[Pairing]) -> dict[int, int]:
    """What both have scored in a match, in halves of a point, by their numbers; empty before that."""
    found = dict[int, int]()
    for game in match:
        if game.ended in (Ended.NOT_YET, Ended.BYE) or game.second is None:
            continue
        gained = {Ended.FIRST: (WON, 0), Ended.SECOND: (0, WON), Ended.DRAWN: (1, 1), Ended.VOID: (0, 0)}[
            game.ended
        ]
        for number, own in zip((game.first, game.second), gained, strict=True):
            found[number] = found.get(number, 0) + own
    return found


# The picture


def painted(words: Words, session: Session, of: Tournament) -> bytes:
    """How it stands, as PNG."""
    names = drawn_names(words, tuple(one.name for one in of.entrants))
    of = replace(of, entrants=tuple(map(_renamed, of.entrants, names)))
    first = [one for one in of.entrants if one.place == 1]
    if of.status is not Status.OVER:
        turn = _round(words, of)
    elif not first:
        turn = words("tournament.nobody.caption")
    elif len(first) == 1:
        turn = words("tournament.won.caption", name=first[0].name)
    else:
        turn = words("tournament.shared.caption")
    code = words(f"tournament.code.{of.form}", count=len(of.entrants))
    sheet = Sheet(code, "", _title(words, session, of), turn, say=words)
    if of.form is Form.ROUND_ROBIN:
        return png(crosstable(_table(words, of, sheet)))
    return png(bracket(_tree(words, of, sheet)))


def _renamed(one: Entrant, name: str) -> Entrant:
    return replace(one, name=name)


def _tree(words: Words, of: Tournament, sheet: Sheet) -> Bracket:
    every = rounds_of(of)
    rounds = [tuple(_match(of, match) for match in matches(of, number)) for number in range(1, of.round + 1)]
    rounds += [
        tuple(_awaited(of, number, at) for at in range(2 ** (every - number)))
        for number in range(of.round + 1, every + 1)
    ]
    titles = tuple(_stage(words, every - number) for number in range(1, every + 1))
    return Bracket(sheet, tuple(rounds), titles)


def _match(of: Tournament, match: tuple[Pairing, ...]) -> Match:
    game, scores, best = match[0], _scores(match), winner(match)
    if game.second is None:
        return Match(_side(of, game.first, scores, best), bye=True)
    upper, lower = sorted((game.first, game.second))
    top, bottom = (_side(of, number, scores, best) for number in (upper, lower))
    return Match(top, bottom, running=best is None)


def _side(of: Tournament, number: int, scores: dict[int, int], best: int | None) -> Side:
    score = halved(scores[number]) if number in scores else ""
    own = of.entrant(number)
    return Side(own.name, number, score, lost=own.out or best not in (None, number))


def _awaited(of: Tournament, number: int, at: int) -> Match:
    """A match that is to come, with those who are known to be in it."""
    if number > of.round + 1:
        return Match()
    before = matches(of, of.round)[2 * at : 2 * at + 2]
    top, bottom = (None if (best := winner(match)) is None else _side(of, best, {}, None) for match in before)
    return Match(top, bottom)


def _table(words: Words, of: Tournament, sheet: Sheet) -> Crosstable:
    lines = standings(of)
    rows = tuple(
        Row(
            line.place,
            of.entrant(line.number).name,
            tuple(_against(of, line.number, other.number) for other in lines),
            (halved(line.score), halved(line.sonneborn)),
            out=of.entrant(line.number).out,
        )
        for line in lines
    )
    return Crosstable(sheet, rows, (words("tournament.points"), words("tournament.sonneborn")))


def _against(of: Tournament, one: int, other: int) -> str:
    """What somebody has scored against somebody else; empty if they have not met."""
    met = [game for game in of.pairings if {game.first, game.second} == {one, other}]
    scores = _scores(met)
    return halved(scores[one]) if scores else ""
