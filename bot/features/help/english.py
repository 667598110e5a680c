"""The English sentences of help and rules."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "help.playing": "### Playing\n{play} shows the games and asks who plays with you: friends, anyone here, a bot, or nobody. To learn one, press *Teach me*: three minutes, just for you. {rules} has all the rules, {puzzle} a puzzle a day.\n{games} lists your games, first those where it's your turn. {tournament} holds a tournament here.\n-# About this bot: {about}",
    "help.turn": "### Your turn\nTap the buttons under the board, or type with {move}. You get one ping when it's your turn.\nNot sure? {hint} shows a good move, {odds} the chances. {undo} takes your last move back.\n{board} brings the board back. {resign} gives a game up, {leave} leaves one that you play together. {close} undoes a mistaken *Join*.",
    "help.back": "### Looking back\n{history} leafs through a game, or shows it as a film. {review} tells what decided it. {stats} has your results, and this channel's.\n{fork} plays on from any move. {verify} checks that the dice were fair. {log} and {export} give you the game as a file.",
    "help.settings": "### Your settings\n{settings} says when I may ping you and how, and takes your vacations and your language.\n{privacy} shows what I keep about you, sends it to you, or forgets you.",
    "help.server": "### This server\n{server} says who can start games, where and how many.\n{close} ends a game that nobody plays any more; nobody closes one that they play in against others. {language} changes what a game speaks.\n{transfer} moves a game to another channel or server, and {arrive} goes on with it there.",
    "help.fair": "### Fair games\nA game for two counts once both moved twice; until then, {close} undoes it.\nOnly moves give you time. *Details* says when a stuck game ends.\nIn tournaments, vacations stop no clock; withdraw and you can't win.\nChannel shut two days? Timed games move to direct messages.\nAfter ten games a month, the same opponent counts less.",
    "button.help.playing": "Playing",
    "button.help.turn": "Your turn",
    "button.help.back": "Looking back",
    "button.help.settings": "Settings",
    "button.help.server": "Server",
    "button.help.fair": "Fair games",
    "about.source": "Source code",
    "about.support": "Support",
    "about.privacy": "Privacy policy",
    "about.terms": "Terms of service",
    "command.help": "Find your way around",
    "command.about": "See what this bot is and who runs it",
    "button.how": "How to play",
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
