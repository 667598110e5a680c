"""`/help`, a topic at a time, with commands that can be clicked; and `/about`. Both in private."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import discord

from bot import VERSION
from bot.discord.command import Command
from bot.discord.endpoints import NO_TABLE, Endpoint, routes
from bot.discord.frame import Layout, text_panel
from bot.discord.keyboard import Key, Row, in_rows
from bot.discord.request import Request
from bot.kernel.errors import Refused
from bot.words.menu import ButtonLook

FIRST: Final = "playing"
"""The topic that `/help` begins with."""


# `/help`


async def show(request: Request) -> None:
    """`/help`."""
    await request.ask(_page(request, FIRST))


async def turn_to(request: Request, topic: str) -> None:
    """Another topic, in the same message."""
    await request.change(_page(request, topic))


def _page(request: Request, topic: str) -> Layout:
    labels = {
        "playing": request.words("button.help.playing"),
        "turn": request.words("button.help.turn"),
        "back": request.words("button.help.back"),
        "settings": request.words("button.help.settings"),
        "server": request.words("button.help.server"),
        "fair": request.words("button.help.fair"),
    }
    keys = {one: TURN_TO.button(label, NO_TABLE, ButtonLook.PLAIN, one) for one, label in labels.items()}
    if topic in keys:
        keys[topic].disabled = True
    features = request.session.features if topic == FIRST else ()
    first = in_rows(key for feature in features for key in feature.buttons.help(request.words))
    return text_panel(_topic_text(request, topic), [*first, *in_rows(keys.values())])


def _topic_text(request: Request, topic: str) -> str:
    """A topic; its commands can be clicked, where Discord has told their ids."""
    words, command = request.words, request.command
    match topic:
        case "playing":
            return words(
                "help.playing",
                play=command("play"),
                rules=command("rules"),
                puzzle=command("puzzle"),
                games=command("games"),
                tournament=command("tournament"),
                about=command("about"),
            )
        case "turn":
            return words(
                "help.turn",
                move=command("move"),
                hint=command("hint"),
                odds=command("odds"),
                undo=command("undo"),
                board=command("board"),
                resign=command("resign"),
                leave=command("leave"),
                close=command("table close"),
            )
        case "back":
            return words(
                "help.back",
                history=command("history"),
                review=command("review"),
                stats=command("stats"),
                fork=command("table fork"),
                verify=command("table verify"),
                log=command("table log"),
                export=command("table export"),
            )
        case "settings":
            return words("help.settings", settings=command("settings"), privacy=command("privacy"))
        case "server":
            return words(
                "help.server",
                server=command("server"),
                close=command("table close"),
                language=command("table language"),
                transfer=command("table transfer"),
                arrive=command("table arrive"),
            )
        case "fair":
            return words("help.fair", close=command("table close"))
        case _:
            raise Refused("old-control")


# `/about`


async def show_about(request: Request) -> None:
    """`/about`."""
    games = tuple(entry.game.title for entry in request.session.catalogue.values())
    text = request.words(
        "about", version=VERSION, games=request.words.join_list(games), privacy=request.command("privacy")
    )
    links = list(_links(request))
    await request.ask(text_panel(text, [Row(*links)] if links else []))


def _links(request: Request) -> Iterator[Key]:
    """What the host has said where: in the settings, and in Discord's developer portal."""
    words, links, application = request.words, request.surface.links, request.client.application
    policy = None if application is None else application.privacy_policy_url
    terms = None if application is None else application.terms_of_service_url
    labels = (
        (words("about.source"), links.source),
        (words("about.support"), links.support),
        (words("about.privacy"), policy),
        (words("about.terms"), terms),
    )
    for label, url in labels:
        if url:
            yield Key(label=label, style=discord.ButtonStyle.link, url=url)


HELP: Final = Command("help", "command.help", show)
ABOUT: Final = Command("about", "command.about", show_about)

TURN_TO: Final = Endpoint("help", turn_to, bare=True, private=True)

CONTROLS: Final = routes(TURN_TO)
