"""What the house says in English around tournaments."""

from __future__ import annotations

from typing import Final

TOURNAMENTS: Final[dict[str, str]] = {
    # The command
    "command.tournament": "Hold a tournament, or show the one that's on",
    "command.tournament.game": "Which game",
    "command.tournament.form": "Knock-out or round-robin",
    "command.tournament.players": "For how many players (8 if you say nothing)",
    "command.tournament.hours": "Hours for each move (24 if you say nothing)",
    "command.tournament.seeding": "Who is kept apart from whom",
    "command.tournament.bots": "Which bot takes the places that are left",
    "command.tournament.tables": "Where the games are played",
    "tournament.form.knockout": "Knock-out",
    "tournament.form.roundrobin": "Round-robin",
    "tournament.seeding.rating": "By rating",
    "tournament.seeding.draw": "By draw",
    "tournament.tables.threads": "Each in its own thread",
    "tournament.tables.here": "In this channel",
    # The message
    "tournament.title": "{game} tournament",
    "tournament.head": "### {title}",
    "tournament.invites.knockout": "**{name}** is holding a knock-out for up to {count} players. Who's in?",
    "tournament.invites.roundrobin": "**{name}** is holding a round-robin for up to {count} players. Who's in?",
    "tournament.entrant": "{number}. {name}",
    "tournament.clock": "-# {hours} a move, lose on time",
    "tournament.clock.bots": "-# {hours} a move, lose on time \N{MIDDLE DOT} {bot} takes the places that are left",
    "tournament.round": "Round {number} of {count}",
    "tournament.running": "- {first} \N{EN DASH} {second}: {link}",
    "tournament.running.unshown": "- {first} \N{EN DASH} {second}",
    "tournament.won": "### {name} wins the {game} tournament!",
    "tournament.won.caption": "{name} wins",
    "tournament.shared": "### {names} share first place in the {game} tournament!",
    "tournament.shared.caption": "A shared first place",
    "tournament.nobody": "### Nobody wins the {game} tournament: those who could have won it withdrew.",
    "tournament.nobody.caption": "Nobody wins",
    "tournament.podium": "{place}. {names}",
    "tournament.cancelled": "This tournament was cancelled. Games that have begun go on as usual.",
    "tournament.expired": "Nobody started this tournament for {days} days, so it's cancelled. `/tournament` holds another one.",
    "tournament.code.knockout": "Knock-out \N{MIDDLE DOT} {count} players",
    "tournament.code.roundrobin": "Round-robin \N{MIDDLE DOT} {count} players",
    "tournament.stage.final": "Final",
    "tournament.stage.semi": "Semi-finals",
    "tournament.stage.quarter": "Quarter-finals",
    "tournament.stage.sixteen": "Round of 16",
    "tournament.points": "Points",
    "tournament.sonneborn": "SB",
    "tournament.withdrawn": "{name} (withdrawn)",
    # In words
    "tournament.words.stage": "**{title}**",
    "tournament.words.game": "{first} {score} {second}",
    "tournament.words.decided": "{first} {score} {second} (decided without playing on)",
    "tournament.words.open": "{first} \N{EN DASH} {second}",
    "tournament.words.bye": "{name} has a bye",
    "tournament.words.line": "{place}. **{name}** \N{MIDDLE DOT} {points} (Sonneborn-Berger {sonneborn})",
    # Details
    "tournament.details.knockout": (
        "Lose and you're out. A draw is replayed with the sides swapped; if that's drawn too, "
        "the points of both games decide, then the higher seed."
    ),
    "tournament.details.roundrobin": (
        "Everyone plays everyone once: a win is 1 point, a draw \N{VULGAR FRACTION ONE HALF}. "
        "Ties are split by the games between those who are level, then by Sonneborn-Berger, then by wins."
    ),
    "tournament.details.time": "Run out of time and you lose that game. A new round starts when the last one is done.",
    "tournament.details.void.knockout": "A game that's closed without a result counts as a draw.",
    "tournament.details.void.roundrobin": "A game that's closed without a result counts for nobody.",
    "tournament.details.withdrawn.knockout": "If you withdraw, your place is as if you'd lost the last game you played. You can't win.",
    "tournament.details.withdrawn.roundrobin": "If you withdraw, you come after everyone who stayed. You can't win.",
    "tournament.details.bots.knockout": "Bots don't play each other: the higher seed goes through.",
    "tournament.details.bots.roundrobin": "Bots don't play each other: both get \N{VULGAR FRACTION ONE HALF}.",
    "tournament.details.trophy": "First place is a trophy if at least {least} people take part; bots don't count.",
    "tournament.details.rating": "Seeded by rating; equals are drawn.",
    "tournament.details.draw": "Seeded by draw.",
    "tournament.details.sealed": "The draw was sealed before anyone signed up: `{seal}`",
    "tournament.details.seed": "The draw came from `{seed}`, sealed as `{seal}`.",
    "tournament.details.stuck": (
        "A game that has gone on for {days} days can be decided by the host of the tournament or someone who manages the server, "
        "unless they play it themselves. Everyone hears who decided. It doesn't count for ratings."
    ),
    # Stuck games
    "tournament.stuck": "These games hold up the tournament. How should they end? Everyone will hear that you decided it.",
    "tournament.end.won": "{code}: {name} wins",
    "tournament.end.drawn": "{code}: a draw",
    "tournament.decided": "**{host}** decided **{code}** ({players}), as it held up the tournament: {end}",
    "tournament.decided.won": "**{name}** wins.",
    "tournament.decided.drawn": "it's a draw.",
    "tournament.decided.board": "This game held up its tournament, so it was decided there: {end}",
    "tournament.decided.done": "**{code}** is decided.",
    # Buttons
    "button.tournament.join": "Join",
    "button.tournament.leave": "Leave",
    "button.tournament.begin": "Start",
    "button.tournament.details": "Details",
    "button.tournament.words": "In words",
    "button.tournament.withdraw": "Withdraw",
    "button.tournament.stuck": "Decide a stuck game",
    "button.tournament.cancel": "Cancel the tournament",
    "tournament.ask.withdraw": "Withdraw? You lose the games you're in, and those you haven't played yet.",
    "tournament.ask.cancel": "Cancel the whole tournament? Games that have begun go on as usual.",
    "tournament.out": "You're out of this tournament.",
    "tournament.ended": "The tournament is cancelled.",
    "tournament.none": "No tournament here yet. Pick a game with {command} to hold one.",
    # Refusals
    "tournament-nowhere": "Tournaments need a server. Use this in one of its channels.",
    "tournament-room": "This server allows {most} games at once, and you'd need {tables}. Ask for fewer players.",
    "tournament-many": "There are {most} tournaments in this channel already. Try another channel, or wait for one to end.",
    "tournament-own": "You hold one here that hasn't begun. Start it, or cancel it behind **Details**, then hold the next one.",
    "tournament-joined": "You're in already.",
    "tournament-full": "All {most} places are taken. Hold another one with `/tournament`.",
    "tournament-not-in": "You're not in this tournament. You can watch any of its games.",
    "tournament-begun": "This tournament has begun. Hold another one with `/tournament`.",
    "tournament-not-begun": "It hasn't begun yet. Press **Leave** to sign off.",
    "tournament-cancelled": "This tournament was cancelled. Hold another one with `/tournament`.",
    "tournament-over": "This tournament is over. Hold another one with `/tournament`.",
    "tournament-few": "It takes at least {least} players. Wait for more to join.",
    "tournament-not-host": "Only {name} can do that, or someone who manages the server.",
    "tournament-decide-own": "You play that game yourself, so someone else who manages the server has to decide it.",
    "tournament-decide-early": "That game can be decided once it has gone on for {days} days.",
    "tournament-busy": "A lot is happening here right now. Try again in a moment.",
}
