"""A person at the playground's page: what they type, click and see."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from PIL import Image
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from engine.octagon.board import SQUARES, name
from render.octagon.board import HEIGHT, TILE, WIDTH, corner

PIXELS: Final = """image => {
    if (!image.complete || !image.naturalWidth) return "";
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/png").split(",")[1];
}"""

PATIENCE: Final = 100
"""How often to try before something counts as missing."""


THE_END: Final = ", the end"
"""A text on the card of a finished game."""

ALONE: Final = "Only you can see this"
"""A text on private answers."""

ASIDE: Final = re.compile(
    f"{re.escape(THE_END)}|{ALONE}|: a hint|: the odds|hat's in danger|safe is he|can I beat|, the review|"
    "plan for .*turn"
)
"""Texts on messages with a picture other than the board."""

BUSY: Final = 60_000
"""Milliseconds that the page may wait for the bot, which may think for some seconds."""

TRIES: Final = 5
"""How often to click before something counts as out of order."""


def _is_there(found: Locator) -> bool:
    return found.count() > 0


class Person:
    """A page of the playground, seen as the one who is called `name`."""

    def __init__(self, page: Page, url: str, name: str) -> None:
        self.page = page
        self.name = name
        page.goto(url)
        self._enter()

    def _enter(self) -> None:
        viewer = self.page.get_by_label("Viewing as")
        expect(viewer).to_be_visible()
        viewer.select_option(label=self.name)
        expect(self.page.locator("#channel-composer")).to_be_visible()
        self.ready()

    def send(self, command: str, **options: str) -> None:
        """A slash command from the message box; each option as it is offered while one types it.

        Numbers are not offered, only typed.
        """
        self.page.get_by_placeholder("Message #the-long-table").fill(f"/{command}")
        self.page.locator(".command-entry").get_by_text(f"/{command}", exact=True).click()
        for number, (option, value) in enumerate(options.items()):
            field = self.page.locator(f'.command-option-input[data-option="{option}"]')
            if not field.count():
                if number:  # after the first one the others have to be asked for
                    self.page.locator(".command-row .command-chip").click()
                self._suggestion(option).click()
            field.fill(value)
            if not value.isdecimal():
                self._suggestion(value).click()
        self.page.keyboard.press("Escape")
        row = self.page.locator(".command-row")
        for _ in range(TRIES):  # a click is lost where the page is renewed just then; what was sent has gone
            with suppress(Late):
                self.page.get_by_role("button", name="Send", exact=True).click(timeout=3000)
            with suppress(AssertionError):
                expect(row).to_have_count(0, timeout=10_000)
                return
        expect(row).to_have_count(0)

    def _suggestion(self, text: str) -> Locator:
        return self.page.locator(".command-suggestion-label").get_by_text(text, exact=True)

    def opens(self, game: str, way: str = "Anyone here", *, bot: str = "", **fields: str) -> None:
        """Open a table by the panel of `/play`: for anyone, or with a `bot`; `fields` go into its forms.

        They are lists and lines by their keys, with the values that stand behind what can be picked.
        """
        self.send("play", game=game)
        panel = self.page.locator("article.channel-message").filter(has_text=ALONE).filter(has_text=game).last
        expect(panel).to_be_visible()
        while fields:
            which = self._form_with(fields)
            more = panel.get_by_role("button", name="More options", exact=True)
            form = panel.get_by_role("button", name=which, exact=True)
            if not _is_there(form):
                self.insist(partial(more.click, timeout=3000), partial(_is_there, form))
            form.click()
            self.fill_in(fields)
            if not fields:
                panel.get_by_role("button", name="Back", exact=True).click()
        self.ready()
        if bot:
            self.pick(bot, panel)
        else:
            panel.get_by_role("button", name=way, exact=True).click()

    @staticmethod
    def _form_with(fields: dict[str, str]) -> str:
        """A form of the panel that has one of the fields at least."""
        if fields.keys() <= {"troghammers", "menders", "lake", "recharge"}:
            return "More rules…"
        return "Time…" if fields.keys() <= {"clock", "bank", "forfeit", "overtime", "hours"} else "Rules…"

    def fill_in(self, fields: dict[str, str]) -> None:
        """Whatever of the fields the form has, which is taken out of them; then it is sent."""
        form = self.page.get_by_role("dialog")
        expect(form).to_be_visible()
        for key in list(fields):
            field = form.locator(f'.modal-field[data-custom-id="{key}"]')
            if not field.count():
                continue
            value = fields.pop(key)
            if field.locator(".select-trigger").count():
                field.locator(".select-trigger").click()
                field.locator(f'.select-option[data-value="{value}"]').click()
            else:
                field.get_by_role("textbox").fill(value)
        form.get_by_role("button", name="Submit").click()
        expect(form).to_have_count(0)

    def message(self, text: str | re.Pattern[str]) -> Locator:
        """The newest message that says so."""
        return self.page.locator("article.channel-message").filter(has_text=text).last

    @property
    def board(self) -> Locator:
        """The newest message with a picture that is not a card, a review or an answer in private."""
        shown = self.page.locator("article.channel-message").filter(has=self.page.locator("img"))
        return shown.filter(has_not_text=ASIDE).last

    @property
    def card(self) -> Locator:
        """The card of a game that is over."""
        return self.page.locator("article.channel-message").filter(has_text=THE_END).last

    def sees_card(self, told: str) -> None:
        """Wait for the card of the game, whose description says so; bots may think before it."""
        picture = self.card.locator("img")
        expect(picture).to_have_attribute("alt", re.compile(re.escape(told)), timeout=BUSY)

    @property
    def aside(self) -> Locator:
        """The newest answer in private, such as where a move is chosen."""
        return self.message(ALONE)

    def click(self, label: str) -> None:
        """A button of the newest message that has it."""
        self.page.locator("article.channel-message").get_by_role(
            "button", name=label, exact=True
        ).last.click()

    def pick(self, choice: str, message: Locator | None = None) -> None:
        """A choice from the first list that has it: of a message, or of the newest one with such a list."""
        listed = self.page.locator(".preview-select").filter(has=self.page.get_by_text(choice, exact=True))
        where = message or self.page.locator("article.channel-message").filter(has=listed).last
        closed = where.locator(listed).first.get_by_role("combobox")
        opened = self.page.locator(".select-list:not([hidden])")
        closed.scroll_into_view_if_needed()
        for _ in range(PATIENCE):
            # A click is lost if the page puts another element in this one's place just then.
            if not opened.count():
                try:
                    closed.click(timeout=3000)
                except Late:
                    if not closed.count():
                        return  # the choice was heard, however late, and its list has gone with the old board
                self.page.wait_for_timeout(50)
                continue
            with suppress(Late):
                opened.get_by_text(choice, exact=True).click(timeout=500)
                return
        raise AssertionError(f"{choice} could not be picked")

    def pick_and_see(self, choice: str, told: str) -> None:
        """A choice from a list, whereupon a message says so."""
        self.insist(lambda: self.pick(choice), lambda: self.message(told).count() > 0)

    def pick_and_play(self, choice: str) -> None:
        """A choice from the list where a move is chosen, and that it is meant."""
        sure = self.aside.get_by_role("button", name="Play it", exact=True)
        self.insist(lambda: self.pick(choice), lambda: sure.count() > 0)
        self.insist(lambda: sure.click(timeout=1000), lambda: sure.count() == 0)

    def type_move(self, move: str) -> None:
        """A move, into the form."""
        form = self.page.get_by_role("dialog")
        typing = self.page.get_by_role("button", name="Type a move", exact=True)
        if not typing.count():  # where the board has more buttons of its own
            self.insist(lambda: self.click("More"), lambda: typing.count() > 0)
        self.insist(lambda: self.click("Type a move"), lambda: form.count() > 0)
        form.get_by_role("textbox").fill(move)
        form.get_by_role("button", name="Submit").click()
        expect(form).to_have_count(0)

    def sees(self, last_move: str, turn: str) -> None:
        """Wait until the newest board has this last move, and it is the turn of this side."""
        self.sees_board(re.compile(rf"Last move: {re.escape(last_move)}\. [^.]*: {turn.lower()} to move\. "))

    def sees_board(self, told: re.Pattern[str]) -> None:
        """Wait until the newest board's picture is described so.

        It is looked at often: Playwright by itself does so only once a second after the first one.
        """
        picture = self.board.locator("img").last  # a film is above
        for _ in range(PATIENCE):
            with suppress(Late):
                if told.search(picture.get_attribute("alt", timeout=BUSY) or ""):
                    return
            self.page.wait_for_timeout(50)
        expect(picture).to_have_attribute("alt", told)

    def ready(self) -> None:
        """Wait until the page shows all updates; before, a click could be lost."""
        self.page.locator('#preview-app[aria-busy="false"]').wait_for(timeout=BUSY)

    def insist(self, do: Callable[[], object], done: Callable[[], bool]) -> None:
        """Do something until it is done: a click is lost if the page is renewed just then.

        After that the page is opened anew: a choice that it holds already would not be sent again.
        """
        for _ in range(TRIES):
            self.ready()
            with suppress(Late):
                do()
            for _ in range(PATIENCE):
                if done():
                    return
                self.page.wait_for_timeout(50)
            self.page.reload()
            self._enter()
            if done():
                return
        raise AssertionError("it could not be done")

    def picture(self, size: tuple[int, int] = (WIDTH, HEIGHT), message: Locator | None = None) -> Image.Image:
        """The newest board, or another message's picture, pixel by pixel as the browser has it."""
        found = (message or self.board).locator("img").last  # a film is above
        expect(found).to_have_js_property("naturalWidth", size[0])
        expect(found).to_have_js_property("naturalHeight", size[1])
        for _ in range(PATIENCE):
            # The same here: the new element has no picture yet.
            if pixels := found.evaluate(PIXELS):
                image = Image.open(io.BytesIO(base64.b64decode(pixels))).convert("RGB")
                assert image.size == size
                return image
            self.page.wait_for_timeout(50)
        raise AssertionError("the board's picture never loaded")


def changed_squares(before: Image.Image, after: Image.Image, *, turned: bool = False) -> set[str]:
    """The squares that look different in two pictures; `turned` says that the later one is."""
    return {name(sq) for sq in SQUARES if square(before, sq) != square(after, sq, turned=turned)}


def square(board: Image.Image, sq: int, *, turned: bool = False) -> bytes:
    """The pixels of a square."""
    x, y = corner(sq, turned)
    return board.crop((x, y, x + TILE, y + TILE)).tobytes()
