"""The English sentences of plans."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "button.plan": "Plan",
    "button.plan.do": "Do it",
    "button.plan.off": "Undo last step",
    "button.plan.share": "Share…",
    "button.plan.like": "I like it",
    "button.plan.like.count": "I like it \N{MIDDLE DOT} {count}",
    "button.plan.like.both": "I like it \N{MIDDLE DOT} {count} + {others} watching",
    "button.plan.change": "Change it",
    "plan.title": "### A plan for {name}'s turn",
    "plan.code": "{code} \N{MIDDLE DOT} plan",
    "plan.empty": "Try things out, then share them: nothing is played here.",
    "plan.empty.own": "Put your turn together: nothing is played until you press **Do it**.",
    "plan.step": "{number}. {step}",
    "plan.chance": "The last step is up to chance, so the plan ends here.",
    "plan.lost.one": "The board has changed: one step no longer works.",
    "plan.lost.many": "The board has changed: {count} steps no longer work.",
    "plan.named": "### {name}\n**{maker}**'s plan for **{other}**'s turn",
    "plan.named.own": "### {name}\n**{maker}**'s plan for this turn",
    "plan.unnamed": "### {maker}'s plan for {other}'s turn",
    "plan.unnamed.own": "### {maker}'s plan for this turn",
    "plan.worth": "{name} gives you about {share} after it, and {now} as things stand.",
    "plan.form": "Share your plan",
    "plan.form.name": "Give it a name, if you like",
    "plan.form.example": "The careful one",
    "plan.rest": "The board changed on the way, so the rest of the plan waits.",
    "plan-hidden": "Only whose turn it is sees enough to plan it. Wait for yours.",
    "plan-gone": "That turn is over, and its plans with it. Press **Plan** on the board for a new one.",
    "plan-empty": "There's nothing in it yet. Pick a first step.",
    "plan-many": "There are enough plans for this turn. Press **Change it** on one of them.",
    "plan-differs": "The board isn't as this plan has it. Press **Change it** to see what still works.",
    "plan-lost": "The board has changed since you made this. Press **Plan** to see what still works.",
    "plan-done": "All of this plan is played. Press **Plan** on the board to go on.",
    "plan-twice": "You've changed this plan elsewhere. Press **Plan** to see it.",
    "me.data.about.plans": "The plans you've made for turns that are going on: their steps, and what you call them.",
    "me.data.about.plan_votes": "Which of these plans you like.",
}
