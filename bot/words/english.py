"""What the house says in English; `bot.catalogue` adds the sentences of each game.

A key names what is said, not how; `.one` and `.many` are its two numbers.
"""

from __future__ import annotations

from typing import Final

HOUSE: Final = {
    "list.last": "{first} and {last}",
    # Tables
    "table.title": "{game} · {code}",
    "table.open": "**{host}** opens a table of **{game}** and plays {seat}. Who joins?",
    "table.challenge": "{guest}, **{host}** challenges you to **{game}** and plays {seat}.",
    "table.options": "Options: {options}.",
    "table.declined": "**{name}** declined the challenge.",
    "table.cancelled": "**{name}** took the table back.",
    "table.state.open": "waiting for a player",
    "table.state.playing": "{names} to act",
    "table.state.over": "over",
    "table.state.closed": "closed",
    "table.line": "**{code}** {game}: {names}; {state}{link}",
    "table.line.link": " ([board]({link}))",
    "table.list": "Tables {where}:",
    "table.list.here": "in this channel",
    "table.list.mine": "where you sit",
    "table.list.none": "There is no table {where}. `/play` opens one.",
    "table.moves": "**{code}**, {count} lines. The files hold them whole.",
    "table.moves.none": "**{code}**: nobody has moved yet.",
    "board.next": "-# [The game went on here]({link})",
    # Buttons and lists
    "button.join": "Join",
    "button.accept": "Accept",
    "button.decline": "Decline",
    "button.cancel": "Take it back",
    "button.type": "Type a move",
    "button.text": "Board as text",
    "button.back": "Back",
    "button.yes": "Yes: {what}",
    "modal.title": "Your move at {code}",
    "modal.label": "Move",
    # Commands
    "command.play": "Open a table",
    "command.play.game": "Open a table of {game}",
    "command.play.opponent": "Whom you challenge; nobody: an open seat with a Join button",
    "command.play.side": "What you play",
    "command.move": "Make a move at your table",
    "command.move.move": "The move, such as {example}",
    "command.table": "Which table, such as T7; not needed when only one fits",
    "command.tables": "Your tables",
    "command.show": "Show the board again",
    "command.show.turned": "Only for you, seen from the other side",
    "command.text": "The board as text, only for you",
    "command.moves": "All moves so far, as files, only for you",
    "command.list": "The tables of this channel, or yours everywhere",
    "command.list.mine": "Your tables, wherever they are",
    "command.resign": "Concede a game",
    "command.rules": "How a game is played, only for you",
    "command.rules.game": "Which game",
    "side.random": "by lot",
    "permission.view_channel": "View Channel",
    "permission.send_messages": "Send Messages",
    "permission.send_messages_in_threads": "Send Messages in Threads",
    "permission.attach_files": "Attach Files",
    # The playground
    "playground.welcome": (
        "### Welcome to the playground\n"
        "You are one of {people}: choose at the top of the page who you are.\n"
        "1. Type `/play thud` below, pick it from the list, and click the arrow. That opens a table with a **Join** button.\n"
        "2. Become somebody else and click **Join**.\n"
        "3. Whose turn it is picks a piece and a square from the lists under the board, "
        "or sends `/move` with a move such as `e2 e10`.\n\n"
        "`/rules` tells how Thud is played."
    ),
    "playground.back": "### Welcome back\nYou are one of {people}. These tables are still open:",
    # Refusals
    "refused.rule": "{sentence} (Rule {rule})",
    "refused.near": "Legal and near it: {moves}.",
    "refused.link": "[To the current board]({link})",
    "no-table": "There is no table {code} that you can see. `/table list` shows the ones of this channel.",
    "no-table-here": "You do not sit at a table in this channel. `/play` opens one.",
    "no-table-yet": "There is no table in this channel. `/play` opens one.",
    "which-table": "There are several tables here: {codes}. Say which with `table:`.",
    "elsewhere": "{code} is played in {channel}: move there.",
    "not-seated": "You do not sit at {code}; anybody may watch, the players move.",
    "not-your-turn": "It is not your turn at {code}: {names} must act first.",
    "old-board": "This is an old board of {code}; nothing was changed.",
    "old-control": "This control is not one of mine any more; nothing was changed.",
    "already-done": "That was carried out already, once, at {code}.",
    "game-over": "The game at {code} is over; nothing can be moved any more. `/play` opens a new one.",
    "not-begun": "The game at {code} has not begun: it still waits for a player.",
    "closed": "The table {code} was closed before the game began. `/play` opens a new one.",
    "already-begun": "The game at {code} has begun already.",
    "own-table": "You opened {code} yourself; somebody else has to join. You can take it back.",
    "not-asked": "The challenge at {code} is for {name}.",
    "not-host": "Only {name}, who opened {code}, can take it back.",
    "with-yourself": "You cannot play against yourself. Leave the opponent out to get a table with a Join button.",
    "with-a-bot": "{name} is a bot and cannot play. Leave the opponent out to get a table with a Join button.",
    "alone-here": "Here you are alone with me, and {game} needs {seats} players. Open the table in a server or a group.",
    "outdated-command": "Discord still shows an older form of this command, so nothing was done. Restart Discord and try again.",
    "bad-option": "{option} cannot be {value}; allowed: {allowed}.",
    "missing-permissions": "I lack permissions in this channel: {names}. Somebody who manages the server can grant them.",
    "cannot-post": "It is saved, but I could not post the board here ({why}). `/table show` shows it. Error {error}.",
    "not-drawn": "It is saved, but the board could not be drawn. `/table show` tries again. Error {error}.",
    "disk-full": "The disk of this bot is full, so nothing was saved and nothing was changed. Its host must make room; then try again. Error {error}.",
    "not-saved": "It could not be saved, so nothing was changed. Try again in a moment. Error {error}.",
    "our-fault": "That was our fault, and nothing was changed. Try again; if it stays, tell the bot's host error {error}.",
    "shutting-down": "The bot is being restarted, so nothing was changed. Try again in a minute.",
    "nothing-to-confirm": "Nothing was done.",
}
