"""Which private names of discord.py a file uses: what the library does not document may change at any time.

What is used of an object is found by its name alone, wherever that stands, unless the library documents that
name anywhere, or it is one of Python's or of our own functions.
"""

from __future__ import annotations

import ast
import builtins
import dis
import enum
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import NamedTuple

import discord
import discord.abc
import discord.app_commands
import discord.ui

PUBLIC = {"discord", "discord.abc", "discord.app_commands", "discord.ui", "discord.utils", "discord.opus"}
PUBLIC |= {"discord.ext", "discord.ext.commands", "discord.ext.tasks"}
"""The modules that the library documents."""

REASON = "# Private: "
"""How the sentence begins that says, in the function around a use, why there is no other way."""

_ENUMS = (enum.Enum, discord.enums.Enum)
_OWN = ("self", "cls", "super()")


class _Pair(NamedTuple):
    """Has what every named tuple has."""


_PYTHONS = {
    name for kind in (*vars(builtins).values(), _Pair) if isinstance(kind, type) for name in dir(kind)
}


@dataclass(frozen=True, slots=True)
class Use:
    """A private name where it stands; `explained`: the function around it says why."""

    line: int
    name: str
    explained: bool


@dataclass(frozen=True, slots=True)
class _Access:
    """An attribute: its line and name, and the dotted name of what it is taken from, as far as it has one."""

    line: int
    owner: str
    name: str


def uses(source: str, ours: frozenset[str] = frozenset()) -> list[Use]:
    """Every use of a private name of discord.py in a file, by line; `ours` are functions of our own."""
    if not _hint().search(source):
        return []
    nodes = list(ast.walk(ast.parse(source)))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    found = set[Use]()
    for line, name in _find_uses(nodes, _suspects() - ours):
        around = [one for one in functions if one.lineno <= line <= (one.end_lineno or 0)]
        text = ast.get_source_segment(source, around[-1]) if around else REASON  # an import needs none
        found.add(Use(line, name, REASON in (text or "")))
    return sorted(found, key=lambda use: (use.line, use.name))


def _find_uses(nodes: list[ast.AST], suspects: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The lines and names of all uses."""
    known, inner = dict[str, str](), {node.value for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        for local, full in _imports(node):
            known[local.partition(".")[0]] = full if local != full else full.partition(".")[0]
            if part := private_part(full):
                yield node.lineno, part  # type: ignore[attr-defined] # an import has a line
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            yield from _inherited_uses(node, known)
        elif (access := _access(node)) is None or (access.name == "http" and node in inner):
            continue  # what is taken of `http` says more than that it is used
        elif name := _private(access, known, suspects):
            yield access.line, name


def _private(access: _Access, known: dict[str, str], suspects: frozenset[str]) -> str | None:
    """What is private of an attribute; `known` are the full names of what was imported."""
    root, _, rest = access.owner.partition(".")
    if root in known:
        return private_part(".".join(filter(None, (known[root], rest, access.name))))
    if access.owner.endswith(".http"):
        return f"http.{access.name}"
    if access.name == "http" or (access.name in suspects and access.owner not in _OWN):
        return access.name
    return None


def _inherited_uses(node: ast.ClassDef, known: dict[str, str]) -> Iterator[tuple[int, str]]:
    """What a class uses, or defines anew, of what it inherits from the library."""
    hidden = set[str]()
    for base in node.bases:
        root, _, rest = _dotted_name(base.value if isinstance(base, ast.Subscript) else base).partition(".")
        kind = _object(".".join(filter(None, (known.get(root, ""), rest))))
        hidden |= undocumented_members(kind) if isinstance(kind, type) else set()
    for one in node.body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name in hidden:
            yield one.lineno, one.name
    for access in filter(None, map(_access, ast.walk(node))):
        if access.owner in _OWN and access.name in hidden - {"http"}:
            yield access.line, access.name


def _imports(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The local names of an import, and their full ones."""
    if isinstance(node, ast.Import):
        yield from ((one.asname or one.name, one.name) for one in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from ((one.asname or one.name, f"{node.module}.{one.name}") for one in node.names)


def _access(node: ast.AST) -> _Access | None:
    """An attribute, or one whose name is given to `getattr` and the like as a text."""
    match node:
        case ast.Attribute(value=owner, attr=name, lineno=line):
            return _Access(line, _dotted_name(owner), name)
        case ast.Call(
            func=ast.Name(id="getattr" | "setattr" | "delattr" | "hasattr"),
            args=[owner, ast.Constant(value=str(name)), *_],
            lineno=line,
        ):
            return _Access(line, _dotted_name(owner), name)
    return None


def _dotted_name(node: ast.AST) -> str:
    """A name with its dots; of what has no name only what follows it."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=owner, attr=name):
            return f"{_dotted_name(owner)}.{name}"
        case ast.Call(func=ast.Name(id="super")):
            return "super()"
    return ""


# What the library documents


def private_part(full: str) -> str | None:
    """A dotted name of the library up to the first part that it does not document; none if there is none."""
    parts = full.split(".")
    for end in range(2, len(parts) + 1):
        if not _is_documented(_object(".".join(parts[: end - 1])), parts[end - 1]):
            return ".".join(parts[:end])
    return None


def _object(full: str) -> object | None:
    """What a dotted name of the library stands for; none for other names, and where there is nothing."""
    root, *parts = full.split(".")
    found: object | None = discord if root == "discord" else None
    for part in parts:
        if isinstance(found, ModuleType) and f"{found.__name__}.{part}" in PUBLIC:
            importlib.import_module(f"{found.__name__}.{part}")
        found = getattr(found, part, None)
    return found


def _is_documented(owner: object | None, name: str) -> bool:
    """Whether the library documents what a class or module of it has; true of everything else."""
    if isinstance(owner, type):
        return name not in undocumented_members(owner)
    if not isinstance(owner, ModuleType) or re.fullmatch("__.*__", name):
        return True
    found = _object(f"{owner.__name__}.{name}")
    if isinstance(found, ModuleType):
        return found.__name__ in PUBLIC
    needs_text = inspect.isfunction(found) or (isinstance(found, type) and not issubclass(found, _ENUMS))
    return not name.startswith("_") and (not needs_text or bool(found.__doc__))


@cache
def _documented_members(kind: type) -> dict[str, bool]:
    """What a class of the library has, or its methods set, and whether that is described there or above."""
    found = dict[str, bool]()
    if issubclass(kind, _ENUMS):  # those are described in the documentation alone
        return found
    for one in kind.__mro__:
        if not one.__module__.startswith("discord."):
            continue
        told = set(re.findall(r"^ *(?:\.\. attribute:: )?(\w+) *(?::|$)", one.__doc__ or "", re.MULTILINE))
        for name, value in vars(one).items():
            function = getattr(value, "__func__", value)
            is_made = hasattr(function, "__get__") and not inspect.ismemberdescriptor(function)
            found[name] = found.get(name, False) or (is_made and bool(function.__doc__)) or name in told
            for step in dis.get_instructions(function) if inspect.isfunction(function) else ():
                if step.opname == "STORE_ATTR":
                    found[step.argval] = found.get(step.argval, False) or step.argval in told
    return {name: yes for name, yes in found.items() if not re.fullmatch("__.*__", name)}


def undocumented_members(kind: type) -> set[str]:
    """What a class of the library has and does not document; nothing for other classes."""
    return {name for name, is_told in _documented_members(kind).items() if not is_told}


@cache
def _suspects() -> frozenset[str]:
    """What is looked for of every object: private names, and functions that no public class documents."""
    modules = (discord, discord.abc, discord.app_commands, discord.ui)
    kinds = [kind for one in modules for kind in vars(one).values() if isinstance(kind, type)]
    told = {name for kind in kinds for name, is_told in _documented_members(kind).items() if is_told}
    hidden = {
        name
        for kind in kinds
        for name in undocumented_members(kind)
        if name.startswith("_") or callable(getattr(kind, name, None))
    }
    return frozenset(hidden - told - _PYTHONS)


@cache
def _hint() -> re.Pattern[str]:
    """What a file has that uses any of it: most have nothing of it, and need not be looked through."""
    functions = "|".join(name for name in _suspects() if not name.startswith("_"))
    return re.compile(rf"discord|\.http\b|attr\(|(?<!\bself)(?<!\bcls)\._[A-Za-z]|\b(?:{functions})\b")
