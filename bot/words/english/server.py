"""What the house says in English of what servers settle, of closed tables, and of who hears which language."""

from __future__ import annotations

from typing import Final

SERVER: Final[dict[str, str]] = {
    # Why no table can be opened
    "opening-role": "Only people with {role} can start games here. You can join theirs.",
    "opening-managers": "Only those who manage this server can start games here. You can join theirs.",
    "opening-channel": "No games start in this channel. Try {channels}.",
    "opening-channel-manager": "No games start in this channel. Try {channels}, or change that with `/server`.",
    "opening-full": "This server is full: {running} of {most} games are going on. One has to end first.",
    "opening-full-over": "This server is full: {running} games are going on, {most} are allowed. {ends} have to end first.",
    "opening-full-own": "This server is full: {running} of {most} games are going on. Finish or close one of yours: {codes}.",
    "opening-full-own-over": "This server is full: {running} games are going on, {most} are allowed. {ends} have to end first. Yours: {codes}.",
    "opening-full-manager": "This server is full: {running} games are going on, {most} are allowed. `/server` shows them, and can allow more.",
    "opening-own-most": "You've started {most} games that are still going on, and that's the most. Finish or close one first, like {codes}.",
    "opening-own-most-elsewhere": "You've started {most} games that are still going on, and that's the most. One has to end first.",
    # Why something cannot be settled
    "server-nowhere": "This only works in a server.",
    "server-not-yours": "Only people who can manage this server can change that.",
    # Closing a table
    "close.ask.open": "Close **{code}** ({game})? Then nobody can join any more.",
    "close.ask.playing": "Close **{code}** ({game}, {names})? It ends without a result and can't be reopened. You can still look back at it, and `/table fork` can play on from there.",
    "close.yes": "Close it",
    "close.done": "**{code}** is closed.",
    "close.done.unshown": "**{code}** is closed, but I couldn't say so in {channel}.",
    "close.by.open": "**{name}** closed this before the game began.",
    "close.by": "**{name}** closed this game. It has no result.",
    "time.closed": "{code} was closed.",
    "closed-midway": "{code} was closed. `/history` shows how it went, and `/table fork` plays on from there.",
    "close-deal": "That deal is yours alone. `/resign` gives it up.",
    "close-deal-others": "That deal is someone's own: only they can give it up.",
    "close-resign": "You can't close a game against someone once it's under way. Use `/resign`, or ask someone who manages this server and isn't in the game.",
    "close-leave": "You can't close a game that others play, too. Use `/leave`, or ask someone who manages this server and isn't in the game.",
    "close-friend": "You play {code} for someone else, so you can't close it. Ask someone who manages this server.",
    "close-open": "{name} started {code} and can close it, or someone who manages this server. `/leave` frees your seat.",
    "close-rival": "You play in the tournament of {code}, so you can't close it. Ask someone who manages this server and isn't in the tournament.",
    "close-others": "You're not in {code}, so you can't close it. Ask someone who manages this server.",
    # Languages
    "table.speaks": "From now on this game speaks {language}.",
    "table-speaks-already": "{code} already speaks that language.",
    "speak-not-yours": "Only its players, or someone who manages this server, can change the language of {code}.",
    # Commands
    "command.close": "End a game without a result",
    "command.table.language": "Change the language of a game",
    "command.table.language.language": "Which language",
}
