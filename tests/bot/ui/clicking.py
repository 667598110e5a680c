"""Using the controls of a position that was made for one person, as a player would in a game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.discord.keyboard import LESSON, PUZZLE, Control, parse_control
from bot.features.reviews import drill
from bot.games.catalogue import words_in
from bot.words.menu import Menu, leads_to
from tests.bot.ui.world import labels, text_of, walk

EVERY = (LESSON, PUZZLE, drill.VERBS)
BUTTONS = {verb for verbs in EVERY for verb in (verbs.go, verbs.play, verbs.ask)}
ASKS = {verbs.ask for verbs in EVERY}
LOOKS = {verbs.look for verbs in EVERY}


def controls(message: ResponseMessage) -> Iterator[tuple[Control, str, list[str]]]:
    """What can be used on a message: what it does, its custom_id, and the values of a list."""
    for part in walk(message.components):
        custom_id = str(part.get("custom_id", ""))
        if (control := parse_control(custom_id)) is not None:
            yield control, custom_id, [option["value"] for option in part.get("options", ())]


async def use(actor: MemberActor, message: ResponseMessage, value: str) -> str:
    """Use the control for this path or line; returns its verb."""
    for control, custom_id, values in controls(message):
        _, _, rest = control.detail.partition(":")
        if not values and control.verb in BUTTONS and rest == value:
            await actor.click(message, custom_id=custom_id)
            return control.verb
        prefix = rest.partition(":")[2].rpartition("~")[2]
        for one in values:
            if prefix + one == value:
                await actor.select(message, [one], custom_id=custom_id)
                return control.verb
    every = [str(one) for one, _, _ in controls(message)]
    raise AssertionError(f"nothing stands for {value!r} among {every}")


def way(menu_at: Callable[[str], Menu], line: str) -> list[str]:
    """The paths through a game's menu that lead to where a line can be played."""
    waiting, seen = deque[list[str]]([[""]]), set[str]()
    while waiting:
        paths = waiting.popleft()
        menu = menu_at(paths[-1])
        found = {button.value for row in menu.rows for button in row} | {one.value for one in menu.buttons}
        found |= {part.prefix + option.value for part in menu.lists for option in part.options}
        if line in found:
            return paths[1:]
        seen.add(paths[-1])
        waiting.extend([*paths, path] for path in leads_to(menu) if path not in seen)
    raise AssertionError(f"no menu leads to {line!r}")


async def do(actor: MemberActor, message: ResponseMessage, menu_at: Callable[[str], Menu], line: str) -> None:
    """Play a line by the game's own controls."""
    for path in way(menu_at, line):
        await use(actor, message, path)
    verb = await use(actor, message, line)
    if verb in LOOKS | ASKS:
        assert "Play it" in labels(message) or verb in ASKS
        await use(actor, message, line)


def says(message: ResponseMessage, key: str, language: str = "en") -> bool:
    """Whether a message has this sentence."""
    return words_in(language)(key) in text_of(message.components)
