"""The Discord surface: commands, buttons, lists, and the messages that show tables.

Every interaction becomes a `Request`; `serve` runs the function that answers it, and turns failures into
answers (`bot.discord.request`, `bot.discord.serving`).

A new command is a function of a request and its options, a `Command` at the end of that module, and its name
in `commands.py`. A new button or list is a function of a request, and an `Endpoint` (`bot.discord.endpoints`)
in the `CONTROLS` at the end of that module, which `controls.py` merges.
"""
