"""What Discord sees: commands, buttons and lists, and the messages that carry a table.

Whatever somebody does arrives as an interaction and becomes a `Request`; `serve` runs the function
that answers it, and turns whatever goes wrong into an answer (both in `kit/request.py`).

A new command is a function of a request and its options, a `Command` at the end of that module, and its
name in `commands.py`. A new button or list is a function of a request, and an `Endpoint` (`kit/endpoints.py`)
in the `CONTROLS` at the end of that module, which `controls.py` joins.
"""
