"""A copy of the project in build/fast with compiled minds.

Nothing is ever compiled beside the sources, so that no machine code can stand beside changed ones: the copy
remembers what it was made of, and is made anew when that is not what is there.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from contextlib import suppress
from errno import EEXIST, ENOTEMPTY
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]

FAST: Final = ROOT / "build" / "fast"

FOLDERS: Final = ("bot", "data", "engine", "render", "tools/arena", "tools/selfplay")
"""What the copy holds: what runs, and what measures the minds."""

COMPILED: Final = ("engine/*/mind/*.py",)
"""What is compiled in it: the minds, all of each but its `__init__.py`, which says what the others find."""

PLAIN: Final[tuple[str, ...]] = ()
"""What of that stays as it is, as mypyc does not take it."""

_MADE_OF: Final = "made-of.txt"


class CannotCompile(Exception):  # noqa: N818 - named by what happened
    """The minds were not compiled; the sentence says why."""


class NoCompiler(CannotCompile):
    """What it takes is not installed."""


def compiled_files(root: Path) -> list[str]:
    """The files that are compiled, by their paths from the root."""
    found = {path.relative_to(root).as_posix() for pattern in COMPILED for path in root.glob(pattern)}
    return sorted(name for name in found - set(PLAIN) if not name.endswith("__init__.py"))


def fingerprint(root: Path) -> str:
    """A hash of all that the copy holds, and of the Python that runs it."""
    digest = sha256(sys.version.encode())
    for folder in FOLDERS:
        for path in sorted(path for path in (root / folder).rglob("*") if _is_source(path)):
            digest.update(f"\n{path.relative_to(root).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_source(path: Path) -> bool:
    return path.is_file() and path.suffix not in {".pyc", ".so", ".pyd"}


def copy(target: Path = FAST, root: Path = ROOT) -> Path:
    """The copy, made if it is not there or made of something else; raises `CannotCompile`."""
    wanted = fingerprint(root)
    made_of = target / _MADE_OF
    if made_of.is_file() and made_of.read_text(encoding="utf-8") == wanted:
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f"{target.name}.", dir=target.parent) as name:
        fresh = Path(name) / "new"
        for folder in FOLDERS:
            shutil.copytree(root / folder, fresh / folder, ignore=shutil.ignore_patterns("__pycache__"))
        (fresh / "tools/__init__.py").touch()  # or a `tools` that Python finds elsewhere would hide this one
        (fresh / "mypy.ini").write_text("[mypy]\n", encoding="utf-8")  # and not the one of a folder above
        _compile(fresh)
        (fresh / _MADE_OF).write_text(wanted, encoding="utf-8")
        _move_into_place(fresh, target, Path(name))
    return target


def _move_into_place(fresh: Path, target: Path, aside: Path) -> None:
    """Rename a folder to `target`; what is there, perhaps by another who was quicker, goes to `aside`."""
    for number in count():
        with suppress(FileNotFoundError):
            target.rename(aside / f"old {number}")
        try:
            fresh.rename(target)
        except OSError as error:
            if error.errno not in {ENOTEMPTY, EEXIST}:
                raise
        else:
            return


def _compile(folder: Path) -> None:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise NoCompiler(f"there is no C compiler ({compiler})")
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        raise NoCompiler("Python's headers are missing (Python.h)")
    mypyc = [sys.executable, "-m", "mypyc", *compiled_files(folder)]
    done = subprocess.run(  # noqa: S603 - our own files
        mypyc, cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CannotCompile(f"it failed:\n{(done.stdout + done.stderr)[-2000:]}")
    shutil.rmtree(folder / "build")
