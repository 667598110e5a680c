"""The playground as a process of its own: what `python -m bot` runs without a token."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Final, Self

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 180.0
"""Seconds after which a process that has not begun or ended counts as hanging."""


class Playground:
    """Runs inside `with`; `url` opens its page.

    `module` is the module that Python runs from the sources; a `command` runs in the database's folder.
    """

    def __init__(self, database: Path, module: str = "bot", command: Path | None = None) -> None:
        options_given = {
            "TAPROOM_TOKEN": "",
            "TAPROOM_DATABASE": str(database),
            "TAPROOM_PLAYGROUND_PORT": "0",
        }
        options_given["TAPROOM_WEB_PORT"] = "0"
        self._log = database.with_suffix(".log").open("a")
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            (sys.executable, "-m", module) if command is None else (str(command),),
            cwd=ROOT if command is None else database.parent,
            env=os.environ | options_given,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self.url = ""

    def __enter__(self) -> Self:
        hanging = threading.Timer(PATIENCE, self._process.kill)
        hanging.start()
        assert self._process.stdout is not None
        told = []
        for line in self._process.stdout:
            told.append(line)
            if matches := re.search(r"http://\S+", line):
                self.url = matches.group()
                break
        hanging.cancel()
        assert self.url, f"the playground did not open: {told}; see {self._log.name}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._log.close()

    def kill(self) -> None:
        """End it as by `kill -9`."""
        self._process.kill()
        self._process.wait()

    def ask_to_end(self) -> int:
        """The exit code after SIGTERM."""
        self._process.terminate()
        return self._process.wait(PATIENCE)
