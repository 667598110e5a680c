"""What can be wrong with an exported game (see `docs/exports.md`) or with an option, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from data.sentence import Filling, Sentence

FAULTS: Final[Mapping[str, str]] = {
    # The file and its lines
    "empty": "there is nothing in this file",
    "too-long": "the file has more than {most} characters, and no exported game has",
    "too-many-lines": "the file has more than {most} lines, and no exported game has",
    "long-line": "the line has more than {most} characters, and none of an exported game has",
    "long-position": "the position has more than {most} characters, and none that a game gets into has",
    "older": "it is of an older kind; export the game again",
    "newer": "it is of kind {format}, which is not known here; check it with a newer version",
    "form": "this is not a line of an exported game, letter by letter as it was written",
    "no-header": "here should stand what was agreed (the game, its options …), and something else does",
    "after-end": "the game ends above, and what follows is not the beginning of its next part",
    "two-headers": "what was agreed stands here twice, and the lines below go with the other one",
    "no-closing": "here the last line should stand, the one with the result; it is missing",
    # What was agreed: the header
    "header": "what was agreed (the game, its options, its seed …) was changed",
    "game": "a game that is not known here: {game}",
    "seats": "seats at the table: {seats}; {title} is for {fewest} to {most}",
    "rules": "rules of {title} that were never in force: version {version}; known here: up to {latest}",
    "salts": "salts: {salts}; seats at the table: {seats}",
    "options": "options of {title} that are left out, or not written as it writes them: {options}",
    "untold-seed": "the game is over, so its seed should be told, and it is not",
    "untold-position": "the seed is told, so the position that the game began with should be, and it is not",
    "option": "an option that {title} does not have: {why}",
    "seed": "the seed is not the one that was sealed",
    "from-line": "where the game comes from is not what the line below says",
    "position": "the position is not the one that the game began with",
    # The log
    "ply": "line {found} of the game stands where line {due} belongs: one was taken out, put in or moved",
    "first-hash": "it does not go with what was agreed: one of the two was changed",
    "hash": "it does not go with the line before: it was changed, or one before it was taken out or put in",
    "late-origin": "only the first line of a game says where it comes from",
    "no-seat": "there is no seat {seat}",
    "entry": "no table writes {action}",
    "after-over": "the game was over before {action}",
    "canonical": "the game writes {due} here, and not {action}",
    "undo": "it goes back to where the game has not been",
    "illegal": "the rules do not allow {action} there ({rule}): {why}",
    # The closing line
    "end": "lines of the game that it tells of: {told}; lines that stand above: {found}",
    "closing": "it does not go with the lines above: it was changed, or one of them was taken out or put in",
    "no-ending": "an end that {title} does not have: {told}",
    "outcome": "the result told is {told}, and the moves lead to {found}",
    "outcome-early": "a result is told, and the game is not over: {told}",
    "outcome-missing": "no result is told, and the game is over: {found}",
    # The parts of a game that moved house
    "first-part": "the game came from table {code}; what was played there is missing",
    "other-game": "another game begins here; a file holds one, with all its parts",
    "wrong-part": "the game comes from line {ply} of {code}; above stands {above} up to line {lines}",
    "wrong-next": "the part above goes on at table {due}, and this is table {found}",
    "next-part": "the game went on at table {code}; that part is missing",
    "agreed": "the game, its options or its number of seats are not those of the part above",
    "secret-part": "the game moved on from here, so its seed should be told, and it is not",
    "ended-part": "the game was over here, and yet it is said to have moved on",
}
"""Each kind of fault with its sentence; what stands in braces is filled from `Problem.values`."""

ELSEWHERE: Final = frozenset({"older", "newer", "game", "rules"})
"""Those that are no fault of the file: it can be checked somewhere else, or by another version."""

PARTS: Final[Mapping[str, str]] = {
    "verify.seat": "seat {seats}",
    "verify.ending": "{ending} (winners: {winners}; points: {points})",
    "verify.ending.nobody": "{ending} (no winner; points: {points})",
}
"""What some of these sentences are filled with, by key; seats count from 0, as in the file."""

OPTIONS: Final[Mapping[str, str]] = {
    "option.range": "{least} to {most}",
    "option.words": "{words}",
    "option.none": "no options",
    "option.no-pick": "nothing to pick here",
    "option.taken": "someone else has it",
    "option.cannot": "{option}={value}: {why}",
    "option.file": "{option}: {faults}",
}
"""What is said of an option that cannot be what it was given: by key, what would be allowed, or why not."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with an exported game. `line` counts the file's from 1, `key` is one of `FAULTS`."""

    line: int
    key: str
    values: Mapping[str, Filling] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The sentence, in English."""
        return FAULTS[self.key].format(**self.values)

    @property
    def sentence(self) -> Sentence:
        """The sentence, for people."""
        return Sentence(f"verify.{self.key}", self.message, self.values)
