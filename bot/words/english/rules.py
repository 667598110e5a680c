"""What the house says in English of rules that people look up."""

from __future__ import annotations

from typing import Final

RULES: Final[dict[str, str]] = {
    "button.why": "Why?",
    "command.rules": "How to play, or look up a rule",
    "command.rules.game": "Which game",
    "command.rules.search": "A word, or a rule's id",
    "rules.which": "Which game?",
    "rules.more": "-# `/rules search:` finds any rule, by a word.",
    "rules.wanted": "You wanted `{move}`:",
    "rules.title": "### {game} · {part}",
    "rules.untranslated": "-# This rule isn't translated yet.",
    "rules.several": "Which one do you mean?",
    "rules.fewer.one": "-# And {count} more: another word narrows it down.",
    "rules.fewer.many": "-# And {count} more: another word narrows it down.",
    "rules-unknown": "No rule says “{text}”. Try one word, or an id such as `thud:shove-2`.",
    "rules-lost": "I can't find the rule {rule}.",
}
"""The rules in short, the rule behind a refusal, and the rules one by one."""
