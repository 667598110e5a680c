"""Reading a file of facts: everything is as its model says, or every fault is named."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from data.sentence import BadData

__all__ = ["BadData", "read_facts", "read_own"]

M = TypeVar("M", bound=BaseModel)


def read_facts(model: type[M], text: str, origin: str) -> M:
    """The facts in a JSON text; `origin` is what the file is called. Raises `BadData`."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        told = error.errors(include_url=False, include_context=False)
        faults = tuple(f"{'.'.join(map(str, fault['loc'])) or 'file'}: {fault['msg']}" for fault in told)
        raise BadData(faults, origin) from error


def read_own(model: type[M], name: str) -> M:
    """The facts in a file of this package. Raises `BadData`."""
    return read_facts(model, files("data").joinpath(name).read_text(encoding="utf-8"), name)
