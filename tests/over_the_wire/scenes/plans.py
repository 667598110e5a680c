"""Plans for a turn."""

from __future__ import annotations

from typing import ClassVar, Final

from bot.features.plans import page as plans
from tests.over_the_wire.scenes.base import AtTable, control_of
from tests.over_the_wire.tables import AGAIN
from tools.standin.interactions import Interaction
from tools.standin.world import FakeMessage

ADDING: Final = (plans.VERBS.play, plans.VERBS.look, plans.VERBS.pick, plans.VERBS.go)
"""Controls that add a step."""

SHARED: Final = "plans WHERE table_id = ? AND draft = 0"
LIKES: Final = "plan_votes WHERE table_id = ?"


class PlanScene(AtTable):
    """Something about the plan of a turn."""

    STEPS: ClassVar[int] = 1

    async def compose(self) -> FakeMessage:
        """The private message of whose turn it is, with so many steps."""
        self.person = self.acting
        message = await self.opens(self.person, self.board, plans.PLAN.path)
        for _ in range(20):
            if self.steps() >= self.STEPS or control_of(message, *ADDING) is None:
                return message
            message = await self.opens(self.person, message, *ADDING)
        raise AssertionError(f"{self}: no plan of {self.STEPS} steps")

    async def share(self) -> FakeMessage:
        """The message of a plan that is shared with all."""
        asked = await self.asks(self.person, await self.compose(), plans.NAME_IT.path)
        await self.wait_for_answer(await self.submit(asked, name="a way"))
        await self.rooms.until(lambda: bool(self.plans()) and self.count(SHARED) == 1)
        return self.plans()[0]

    def steps(self) -> int:
        """The number of steps of a person's draft."""
        rows = self.rooms.rows(
            "SELECT lines FROM plans WHERE table_id = ? AND draft = 1 AND user_id = ?",
            self.table.number,
            self.person.id,
        )
        return len(rows[0][0].splitlines()) if rows else 0

    def plans(self) -> list[FakeMessage]:
        """The messages that show plans."""
        return [
            message for message in self.public_messages() if control_of(message, plans.LIKE.path) is not None
        ]

    def wrong_besides(self) -> str:
        count, shown = self.count(SHARED), self.plans()
        if count != len(shown):
            return f"{count} plans, {len(shown)} shown"
        return ""


class PlanStep(PlanScene):
    """A step more."""

    title = "a step of a plan"
    edits = False
    follows = False

    async def prepare(self) -> None:
        await super().prepare()
        self.person = self.acting
        self.message = await self.opens(self.person, self.board, plans.PLAN.path)
        while control_of(self.message, plans.VERBS.play) is None:
            self.message = await self.opens(self.person, self.message, *ADDING)

    async def act(self) -> Interaction | None:
        return await self.press(self.person, self.message, plans.VERBS.play)

    def is_saved(self) -> bool:
        return self.steps() == 1

    async def wrong_after_continuing(self) -> str:
        opened = await self.opens(self.person, self.board, plans.PLAN.path)
        if self.steps() != 1 or control_of(opened, plans.DO.path) is None:
            return f"{self.steps()} steps, shown as {opened.text!r}"
        return ""


class PlanShare(PlanScene):
    """A plan is shared."""

    title = "sharing a plan"
    edits = False

    async def prepare(self) -> None:
        await super().prepare()
        self.person = self.acting
        self.asked = await self.asks(self.person, await self.compose(), plans.NAME_IT.path)

    async def act(self) -> Interaction | None:
        return await self.submit(self.asked, name="a way")

    def is_saved(self) -> bool:
        return self.count(SHARED) > 0

    def wrong_besides(self) -> str:
        count = self.count(SHARED)
        return super().wrong_besides() if count == 1 else f"{count} plans"


class PlanLike(PlanScene):
    """A spectator likes a plan."""

    title = "liking a plan"
    follows = False

    async def prepare(self) -> None:
        await super().prepare()
        self.person = self.acting
        self.message = await self.share()

    async def act(self) -> Interaction | None:
        return await self.press(self.onlooker, self.message, plans.LIKE.path)

    def is_saved(self) -> bool:
        return self.count(LIKES) == 1

    def edited_messages(self) -> list[FakeMessage]:
        return self.plans()

    def wrong_besides(self) -> str:
        labels = [str((control_of(message, plans.LIKE.path) or {}).get("label")) for message in self.plans()]
        likes = self.count(LIKES)
        if likes != 1 or (labels and not labels[0].endswith("+ 1 watching")):
            return f"{likes} like it, shown as {labels}"
        return super().wrong_besides()


class PlanDo(PlanScene):
    """A plan is played."""

    title = "playing a plan"
    STEPS = 2

    async def prepare(self) -> None:
        await super().prepare()
        self.person = self.acting
        self.message = await self.share()

    async def act(self) -> Interaction | None:
        self.table.clicker = self.person
        return await self.press(self.person, self.message, plans.DO.path)

    def is_saved(self) -> bool:
        return self.has_changed()

    async def wrong_after_continuing(self) -> str:
        if not self.plans():
            return ""
        before = self.rooms.row(self.table).turn
        if self.last_lines() != self.foreseen():  # it was killed between two steps: the next click goes on
            await self.use(self.person, self.message, plans.DO.path)
        await self.rooms.until(self.is_right, AGAIN)
        if self.rooms.row(self.table).turn == before and self.last_lines() != self.foreseen():
            return f"played {self.last_lines()} of {self.foreseen()}"
        return self.wrong()

    def foreseen(self) -> list[str]:
        """The steps of the plan."""
        rows = self.rooms.rows("SELECT lines FROM plans WHERE table_id = ? AND draft = 0", self.table.number)
        return str(rows[0][0]).splitlines() if rows else []

    def last_lines(self) -> list[str]:
        """The last lines of the log, as many as the plan has."""
        rows = self.rooms.rows("SELECT action FROM lines WHERE table_id = ? ORDER BY ply", self.table.number)
        return [str(line) for (line,) in rows][-len(self.foreseen()) :]
