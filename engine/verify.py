"""The check of an exported game: that no line was changed, and that it was played by the rules.

`engine.export_format` reads the file. See `docs/exports.md` for what is promised, and what is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final, TypeAlias

from engine.core import BadOption, read_settings
from engine.export_format import (
    Record,
    Row,
    Section,
    closing_line,
    log_start_hash,
    read_sections,
    with_checksum,
)
from engine.fairness import commitment, next_hash
from engine.faults import Problem
from engine.referee import AnyGame, SectionResult, check_play, settings_of
from engine.replay import LogPosition
from engine.table_lines import (
    HINT,
    fork_source,
    is_table_line,
    is_valid_table_line,
    position_digest,
    rules_version_of,
    transfer_source,
    undo_target,
)

Games: TypeAlias = Mapping[str, AnyGame]

TOLD: Final = 20
"""How many problems of a file are told; one that is all wrong needs no more."""


@dataclass(frozen=True, slots=True)
class ExportCheck:
    """What the check of a file found: its parts in order, or else its first problems, by line.

    `more` is how many there are besides.
    """

    parts: tuple[SectionResult, ...] = ()
    problems: tuple[Problem, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class TransferableGame:
    """Where a game stands that moved on from here, as its file tells.

    `header` is that of its last part. `moved` is what the game's next table tells of where it came from: the
    code of the last table, how many lines its log has, and how the hash of the last one begins.
    """

    header: Record
    moved: tuple[str, int, str]
    position: LogPosition


def verify(text: str, games: Games) -> tuple[Problem, ...]:
    """The faults of an exported game; an empty result means that it is whole and was played by the rules.

    What is checked is told by `checked`; `is_sealed` tells whether chance could be.
    """
    return check_export(text, games).problems


def check_export(text: str, games: Games) -> ExportCheck:
    """An exported game gone over: the form, the hashes, the seeds and salts, how its parts follow each other.

    If all that holds, each line is played by the rules, and the outcome compared. Without its seed (the game
    still runs, or it was a deal that others have yet to play) that ends where chance comes in. From the
    position that a fork began with, and under other rules than those of today, the chain is all there is to
    check: a position is reached from the first line of the file, and never believed.
    """
    read, unread = read_sections(text)
    problems = [*unread, *chain.from_iterable(_section_problems(stretch, games) for stretch in read)]
    problems += _link_problems(read, frozenset(problem.line for problem in problems))
    if problems:
        problems.sort(key=lambda problem: problem.line)
        return ExportCheck(problems=tuple(problems[:TOLD]), more=max(len(problems) - TOLD, 0))
    parts = list[SectionResult]()
    for stretch in read:
        game = games[stretch.header.record["game"]]
        found = check_play(game, stretch, parts[-1] if parts else None)
        if isinstance(found, Problem):
            return ExportCheck(problems=(found,))
        parts.append(found)
    return ExportCheck(tuple(parts))


def transferable_game(found: ExportCheck, games: Games) -> TransferableGame | None:
    """Where a game stands that is to go on elsewhere; none if its file does not hold, or cannot tell.

    Nothing goes on from a game that is over, from one whose seed is a secret still, and from lines that could
    not be checked by the rules.
    """
    parts = found.parts
    if not parts or parts[-1].position is None:
        return None
    stretch, position = parts[-1].section, parts[-1].position
    header = stretch.header.record
    if "seed" not in header or games[header["game"]].outcome(position.state) is not None:
        return None
    return TransferableGame(header, _transfer_claim(stretch), position)


def _transfer_claim(stretch: Section) -> tuple[str, int, str]:
    """What the next part must tell of this one."""
    return stretch.table, len(stretch.lines), stretch.head[:32]


# One part


def _section_problems(stretch: Section, games: Games) -> Iterator[Problem]:
    """What is wrong with one part, apart from how it was played."""
    header = stretch.header.record
    untouched = with_checksum(header) == header
    if not untouched:
        yield Problem(stretch.header.number, "header")
    else:
        yield from _header_problems(stretch.header, games)
    broken = list(_chain_problems(stretch, log_start_hash(header) if untouched else None))
    yield from broken
    if untouched and not broken:
        yield from _origin_problems(stretch)
        yield from _missing_seed_problems(stretch, games)
        if header["game"] in games:
            yield from _log_problems(stretch, games[header["game"]])


def _header_problems(row: Row, games: Games) -> Iterator[Problem]:
    header, number = row.record, row.number
    seed = header.get("seed")
    if seed is not None and commitment(seed) != header["commitment"]:
        yield Problem(number, "seed")
    if header["game"] not in games:
        yield Problem(number, "game", {"game": header["game"]})
        return
    game = games[header["game"]]
    if header["seats"] not in game.seats:
        span = {"fewest": game.seats.start, "most": game.seats[-1]}
        yield Problem(number, "seats", {"seats": header["seats"], "title": game.title, **span})
    elif not 1 <= header["rules_version"] <= game.rules_version:
        yield _unknown_rules(number, game, header["rules_version"])
    elif header["rules_version"] == game.rules_version:
        yield from _option_problems(row, game)
    if len(header.get("salts", ())) > header["seats"]:
        yield Problem(number, "salts", {"salts": len(header["salts"]), "seats": header["seats"]})


def _unknown_rules(number: int, game: AnyGame, version: int) -> Problem:
    """A version of the rules that was never in force, as far as is known here."""
    return Problem(number, "rules", {"version": version, "title": game.title, "latest": game.rules_version})


def _option_problems(row: Row, game: AnyGame) -> Iterator[Problem]:
    """Every option of the game stands in a header, by its own type, and nothing else."""
    header = row.record
    try:
        settings = read_settings(game, settings_of(header), header["seats"])
    except BadOption as error:
        yield Problem(row.number, "option", {"title": game.title, "why": error.sentence})
        return
    told = header["options"]
    if told != settings:
        wrong = sorted(key for key in settings if told.get(key) != settings[key])
        yield Problem(row.number, "options", {"title": game.title, "options": ", ".join(wrong)})


def _log_problems(stretch: Section, game: AnyGame) -> Iterator[Problem]:
    """Lines that no table writes, whatever the rules of the game are: seats, and what the table did."""
    header = stretch.header.record
    rules, origin_ = header["rules_version"], 0
    for ply, row in enumerate(stretch.lines, 1):
        seat, action = row.record["seat"], row.record["action"]
        if seat not in range(header["seats"]):
            yield Problem(row.number, "no-seat", {"seat": seat})
        if not is_table_line(action):
            continue
        back, version = undo_target(action), rules_version_of(action)
        if not is_valid_table_line(action):
            yield Problem(row.number, "entry", {"action": action})
        elif back is not None and not origin_ <= back < ply:
            yield Problem(row.number, "undo")
        elif version is not None and not rules < version <= game.rules_version:
            yield _unknown_rules(row.number, game, version)
        elif back is None and action != HINT:
            rules, origin_ = version or rules, ply  # it goes on from here, and not back beyond


def _chain_problems(stretch: Section, start: str | None) -> Iterator[Problem]:
    """The lines that do not follow, and the closing line; `start` is none if the header cannot be trusted.

    After a line that does not, either its own hash or the one that it should have is the right one. What
    follows from neither cannot be judged.
    """
    heads, judged = frozenset[str]() if start is None else frozenset({start}), True
    for ply, row in enumerate(stretch.lines, 1):
        line = row.record
        if line["ply"] != ply:
            yield Problem(row.number, "ply", {"found": line["ply"], "due": ply})
            return
        due = frozenset(next_hash(head, ply, line["seat"], line["action"]) for head in heads)
        follows = not heads or line["hash"] in due
        if not follows and not judged:
            return
        if not follows:
            yield Problem(row.number, "first-hash" if ply == 1 else "hash")
        heads, judged = frozenset({line["hash"]}) | (frozenset() if follows else due), follows
    if stretch.closing is not None:
        yield from _closing_problems(stretch.closing, len(stretch.lines), heads, judged=judged)


def _closing_problems(row: Row, lines: int, heads: frozenset[str], *, judged: bool) -> Iterator[Problem]:
    closing = row.record
    told = (closing["end"], closing["outcome"], closing.get("next"))
    follows = not heads or any(closing_line(head, *told) == closing for head in heads)
    if judged and closing["end"] != lines:
        yield Problem(row.number, "end", {"told": closing["end"], "found": lines})
    elif judged and not follows:
        yield Problem(row.number, "closing")


def _origin_problems(stretch: Section) -> Iterator[Problem]:
    """What the header tells of where the game comes from, against the first line; no later one says that.

    A game that waits for its players has no lines yet.
    """
    header, number = stretch.header.record, stretch.header.number
    action = stretch.lines[0].record["action"] if stretch.lines else ""
    begun, came = fork_source(action), transfer_source(action)
    place = None if begun is None else {"table": begun[0], "ply": begun[1]}
    house = None if came is None else {"table": came[0], "ply": came[1], "head": came[2]}
    twice = header.keys() >= {"from", "moved"}
    if twice or (stretch.lines and (header.get("from"), header.get("moved")) != (place, house)):
        yield Problem(number, "from-line")
    elif "position" in header:
        known = begun is not None and "seed" in header
        if not known or begun is None or position_digest(header["seed"], header["position"]) != begun[2]:
            yield Problem(number, "position")
    elif begun is not None and "seed" in header and not _has_new_rules(stretch):
        yield Problem(number, "untold-position")
    for row in stretch.lines[1:]:
        if fork_source(row.record["action"]) is not None or transfer_source(row.record["action"]) is not None:
            yield Problem(row.number, "late-origin")


def _has_new_rules(stretch: Section) -> bool:
    """Whether other rules came while it was played: a fork then has another position to go on from."""
    return any(rules_version_of(row.record["action"]) is not None for row in stretch.lines)


def _missing_seed_problems(stretch: Section, games: Games) -> Iterator[Problem]:
    """A seed that is told once a game is over, and is not.

    A game for one, or one that is played together, may be a deal of the day or week if it is from its
    beginning: others have yet to play it, though it is over.
    """
    header, closing = stretch.header.record, stretch.closing
    over = closing is not None and closing.record["outcome"] is not None
    together = header["game"] in games and games[header["game"]].cooperative
    may_be_a_deal = (header["seats"] == 1 or together) and header.keys().isdisjoint(("from", "moved"))
    if over and "seed" not in header and not may_be_a_deal:
        yield Problem(stretch.header.number, "untold-seed")


# From part to part


def _link_problems(found: Sequence[Section], wrong: frozenset[int]) -> Iterator[Problem]:
    """How parts do not follow each other; none where a part itself is `wrong` in one of its lines."""
    if not found:
        return
    first, last = found[0], found[-1]
    if first.header.number == 1 and "moved" in first.header.record and 1 not in wrong:
        yield Problem(1, "first-part", {"code": first.header.record["moved"]["table"]})
    for above, below in pairwise(found):
        if above.whole and "moved" not in below.header.record:
            yield Problem(below.header.number, "other-game")
        elif _is_sound(above, wrong) and _is_sound(below, wrong):
            yield from _step_problems(above, below)
    if last.closing is not None and _is_sound(last, wrong) and "next" in last.closing.record:
        yield Problem(last.closing.number + 1, "next-part", {"code": last.closing.record["next"]})


def _is_sound(stretch: Section, wrong: frozenset[int]) -> bool:
    """Whether a part is whole, and no fault was found in it or right behind it."""
    end = stretch.header.number + len(stretch.lines) + 2
    return stretch.whole and wrong.isdisjoint(range(stretch.header.number, end + 1))


def _step_problems(above: Section, below: Section) -> Iterator[Problem]:
    """Why the game does not go on from one part to the next."""
    header, number = below.header.record, below.header.number
    before, closing = above.header.record, above.closing
    code, lines, head = _transfer_claim(above)
    came = header["moved"]
    if (came["table"], came["ply"], came["head"]) != (code, lines, head):
        told = {"code": came["table"], "ply": came["ply"], "lines": lines, "above": code}
        yield Problem(number, "wrong-part", told)
        return
    if closing is not None and closing.record.get("next", below.table) != below.table:
        yield Problem(number, "wrong-next", {"due": closing.record["next"], "found": below.table})
    if any(before[key] != header[key] for key in ("game", "options", "seats")):
        yield Problem(number, "agreed")
    if "seed" not in before:
        yield Problem(above.header.number, "secret-part")
    if closing is not None and closing.record["outcome"] is not None:
        yield Problem(closing.number, "ended-part")
