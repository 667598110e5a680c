"""Verifies an exported game: that no line was changed, and that it was played by the rules.

`engine.export_format` reads the file. `docs/exports.md` says what this proves, and what not.
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
"""Maximum number of problems that are reported for a file."""


@dataclass(frozen=True, slots=True)
class ExportCheck:
    """The result of a check: the file's sections in order, or its first problems by line.

    `more` counts the problems beyond these.
    """

    parts: tuple[SectionResult, ...] = ()
    problems: tuple[Problem, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class TransferableGame:
    """A game that can continue at another table, as its file proves.

    `header` is that of its last section. `moved` is what the next table must state about its origin: code of
    the last table, number of its lines, and prefix of its last hash.
    """

    header: Record
    moved: tuple[str, int, str]
    position: LogPosition


def verify(text: str, games: Games) -> tuple[Problem, ...]:
    """The problems of an exported game; none means that it is complete and was played by the rules.

    See `check_export` for what is checked.
    """
    return check_export(text, games).problems


def check_export(text: str, games: Games) -> ExportCheck:
    """Check an exported game: its form, hashes, seeds and salts, and how its sections follow each other.

    If all that holds, each line is replayed by the rules and the outcome compared. Without the seed (the game
    is running, or is a deal that others have yet to play) the replay ends where chance is needed. From a
    fork's first position, and under other rules versions, only the hash chain is checked: a position is
    computed from the first line of the file, and never trusted.
    """
    read, unread = read_sections(text)
    problems = [*unread, *chain.from_iterable(_section_problems(section, games) for section in read)]
    problems += _link_problems(read, frozenset(problem.line for problem in problems))
    if problems:
        problems.sort(key=lambda problem: problem.line)
        return ExportCheck(problems=tuple(problems[:TOLD]), more=max(len(problems) - TOLD, 0))
    parts = list[SectionResult]()
    for section in read:
        game = games[section.header.record["game"]]
        result = check_play(game, section, parts[-1] if parts else None)
        if isinstance(result, Problem):
            return ExportCheck(problems=(result,))
        parts.append(result)
    return ExportCheck(tuple(parts))


def transferable_game(check: ExportCheck, games: Games) -> TransferableGame | None:
    """The game to continue elsewhere; None if its file fails the check or cannot prove its state.

    That excludes finished games, secret seeds, and lines that could not be replayed.
    """
    parts = check.parts
    if not parts or parts[-1].position is None:
        return None
    section, position = parts[-1].section, parts[-1].position
    header = section.header.record
    if "seed" not in header or games[header["game"]].outcome(position.state) is not None:
        return None
    return TransferableGame(header, _transfer_claim(section), position)


def _transfer_claim(section: Section) -> tuple[str, int, str]:
    """What the next section must state about this one: code, number of lines, hash prefix."""
    return section.table, len(section.lines), section.head[:32]


# One section


def _section_problems(section: Section, games: Games) -> Iterator[Problem]:
    """The problems of one section, apart from its play."""
    header = section.header.record
    untouched = with_checksum(header) == header
    if not untouched:
        yield Problem(section.header.number, "header")
    else:
        yield from _header_problems(section.header, games)
    broken = list(_chain_problems(section, log_start_hash(header) if untouched else None))
    yield from broken
    if untouched and not broken:
        yield from _origin_problems(section)
        yield from _missing_seed_problems(section, games)
        if header["game"] in games:
            yield from _log_problems(section, games[header["game"]])


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
    """A problem for a rules version that this installation does not know."""
    return Problem(number, "rules", {"version": version, "title": game.title, "latest": game.rules_version})


def _option_problems(row: Row, game: AnyGame) -> Iterator[Problem]:
    """A problem unless the header has exactly the game's options, each of its own type."""
    header = row.record
    try:
        settings = read_settings(game, settings_of(header), header["seats"])
    except BadOption as error:
        yield Problem(row.number, "option", {"title": game.title, "why": error.sentence})
        return
    options = header["options"]
    if options != settings:
        wrong = sorted(key for key in settings if options.get(key) != settings[key])
        yield Problem(row.number, "options", {"title": game.title, "options": ", ".join(wrong)})


def _log_problems(section: Section, game: AnyGame) -> Iterator[Problem]:
    """The lines that no table writes under any rules: bad seats, bad table lines."""
    header = section.header.record
    rules, origin_ = header["rules_version"], 0
    for ply, row in enumerate(section.lines, 1):
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


def _chain_problems(section: Section, start: str | None) -> Iterator[Problem]:
    """Lines with a wrong hash, and a wrong closing line; `start` is None if the header is not trusted.

    After a broken line, either its own hash or the computed one is right. A line that follows from neither
    cannot be judged.
    """
    heads, judged = frozenset[str]() if start is None else frozenset({start}), True
    for ply, row in enumerate(section.lines, 1):
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
    if section.closing is not None:
        yield from _closing_problems(section.closing, len(section.lines), heads, judged=judged)


def _closing_problems(row: Row, lines: int, heads: frozenset[str], *, judged: bool) -> Iterator[Problem]:
    closing = row.record
    stated = (closing["end"], closing["outcome"], closing.get("next"))
    follows = not heads or any(closing_line(head, *stated) == closing for head in heads)
    if judged and closing["end"] != lines:
        yield Problem(row.number, "end", {"told": closing["end"], "found": lines})
    elif judged and not follows:
        yield Problem(row.number, "closing")


def _origin_problems(section: Section) -> Iterator[Problem]:
    """Where the header's origin contradicts the first line, or a later line claims an origin.

    A game that still waits for its players has no lines.
    """
    header, number = section.header.record, section.header.number
    action = section.lines[0].record["action"] if section.lines else ""
    fork, transfer = fork_source(action), transfer_source(action)
    place = None if fork is None else {"table": fork[0], "ply": fork[1]}
    house = None if transfer is None else {"table": transfer[0], "ply": transfer[1], "head": transfer[2]}
    twice = header.keys() >= {"from", "moved"}
    if twice or (section.lines and (header.get("from"), header.get("moved")) != (place, house)):
        yield Problem(number, "from-line")
    elif "position" in header:
        known = fork is not None and "seed" in header
        if not known or fork is None or position_digest(header["seed"], header["position"]) != fork[2]:
            yield Problem(number, "position")
    elif fork is not None and "seed" in header and not _has_new_rules(section):
        yield Problem(number, "untold-position")
    for row in section.lines[1:]:
        if fork_source(row.record["action"]) is not None or transfer_source(row.record["action"]) is not None:
            yield Problem(row.number, "late-origin")


def _has_new_rules(section: Section) -> bool:
    """Whether the rules changed during this section; a fork then starts from another position."""
    return any(rules_version_of(row.record["action"]) is not None for row in section.lines)


def _missing_seed_problems(section: Section, games: Games) -> Iterator[Problem]:
    """A problem for a finished game without its seed.

    A solitaire or cooperative game from its beginning may be a deal of the day or week, which others have yet
    to play.
    """
    header, closing = section.header.record, section.closing
    over = closing is not None and closing.record["outcome"] is not None
    together = header["game"] in games and games[header["game"]].cooperative
    may_be_a_deal = (header["seats"] == 1 or together) and header.keys().isdisjoint(("from", "moved"))
    if over and "seed" not in header and not may_be_a_deal:
        yield Problem(section.header.number, "untold-seed")


# Between sections


def _link_problems(sections: Sequence[Section], wrong: frozenset[int]) -> Iterator[Problem]:
    """How sections do not follow each other; skips sections with a line in `wrong`.

    A section is the play at one table; "moved" in its header: it continues the game of another table.
    """
    if not sections:
        return
    first, last = sections[0], sections[-1]
    if first.header.number == 1 and "moved" in first.header.record and 1 not in wrong:
        yield Problem(1, "first-part", {"code": first.header.record["moved"]["table"]})
    for above, below in pairwise(sections):
        if above.whole and "moved" not in below.header.record:  # a complete game, and then a new one
            yield Problem(below.header.number, "other-game")
        elif _is_sound(above, wrong) and _is_sound(below, wrong):
            yield from _step_problems(above, below)
    if last.closing is not None and _is_sound(last, wrong) and "next" in last.closing.record:
        yield Problem(last.closing.number + 1, "next-part", {"code": last.closing.record["next"]})


def _is_sound(section: Section, wrong: frozenset[int]) -> bool:
    """Whether a section is complete, with no fault in it or right after it."""
    end = section.header.number + len(section.lines) + 2
    return section.whole and wrong.isdisjoint(range(section.header.number, end + 1))


def _step_problems(above: Section, below: Section) -> Iterator[Problem]:
    """Why the game does not continue from one section to the next."""
    header, number = below.header.record, below.header.number
    before, closing = above.header.record, above.closing
    code, lines, head = _transfer_claim(above)
    origin = header["moved"]
    if (origin["table"], origin["ply"], origin["head"]) != (code, lines, head):
        values = {"code": origin["table"], "ply": origin["ply"], "lines": lines, "above": code}
        yield Problem(number, "wrong-part", values)
        return
    if closing is not None and closing.record.get("next", below.table) != below.table:
        yield Problem(number, "wrong-next", {"due": closing.record["next"], "found": below.table})
    if any(before[key] != header[key] for key in ("game", "options", "seats")):
        yield Problem(number, "agreed")
    if "seed" not in before:
        yield Problem(above.header.number, "secret-part")
    if closing is not None and closing.record["outcome"] is not None:
        yield Problem(closing.number, "ended-part")
