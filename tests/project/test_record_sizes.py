"""No record has more than twenty fields: what belongs together in a larger one is a record of its own."""

from __future__ import annotations

import ast

from tests.project.tracked import CODE, ROOT, modules

MOST = 20
EXCEPTED = {
    "Settings": "bot/ops/settings.py",  # a field for each variable of `.env.example`, as hosts set them
}
"""Records that may have more, and where they are."""


def fields(record: ast.ClassDef) -> int:
    """The number of fields of a dataclass, a named tuple or a pydantic model."""
    return sum(isinstance(line, ast.AnnAssign) and not _is_shared(line) for line in record.body)


def _is_shared(line: ast.AnnAssign) -> bool:
    """Whether it belongs to the class, and not to each value."""
    return ast.unparse(line.annotation).split("[")[0] in {"ClassVar", "Final"}


def test_no_record_has_more_than_twenty_fields() -> None:
    found = [
        (record.name, path.relative_to(ROOT).as_posix(), fields(record))
        for path in modules(*CODE)
        for record in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(record, ast.ClassDef)
    ]
    assert len(found) > 500, "they are found"
    large = {name: (file, count) for name, file, count in found if count > MOST}
    assert {name: file for name, (file, _) in large.items()} == EXCEPTED, large
