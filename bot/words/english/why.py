"""What the house says in English of rules that people look up."""

from __future__ import annotations

from typing import Final

WHY: Final[dict[str, str]] = {
    "button.why": "Why?",
    "command.why": "The rule behind what you were refused last, or any rule of a game, only for you",
    "command.why.rule": "Its id, such as shove-2, or words of it; left out: the last refusal",
    "why.wanted": "You wanted `{move}`:",
    "why.house": "-# No rule of the game is behind this: it is how tables are run here.",
    "why.nothing": "You were refused nothing here within the last hour. Any rule can be looked up: `/why rule:…`, with its id or words of it.",
    "why.title": "### {game} · {part}",
    "why.untranslated": "-# This rule is not translated yet.",
    "why.several": "Several rules fit:",
    "why.more.one": "-# And {count} more: another word narrows it down.",
    "why.more.many": "-# And {count} more: another word narrows it down.",
    "why.rules": "-# `/why rule:…` finds each rule in full, by its id or by words.",
    "why-unknown": "“{text}” is in no rule. Try a single word, or an id such as `thud:shove-2`.",
    "why-lost": "The text of the rule {rule} is not at hand.",
}
"""The rule behind a refusal, and the rules one by one."""
