"""The session consists of services, whose constructors show what each one uses."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from bot.games.catalogue import CATALOGUE
from bot.kernel.session import Context, Session
from bot.store import Store
from tests.bot.samples import Clock

SURFACE = Path(__file__).parents[3] / "bot" / "ui"


def services(session: Session) -> Iterator[tuple[str, object]]:
    for field in fields(session):
        if field.name not in ("context", "services"):
            yield field.name, getattr(session, field.name)


def test_no_service_inherits_another(session: Session) -> None:
    for name, service in services(session):
        assert type(service).__mro__ == (type(service), object), name


def test_a_service_is_given_the_context_and_other_services_of_the_same_session(session: Session) -> None:
    every = {id(service): name for name, service in services(session)}
    for name, service in services(session):
        given = list(inspect.signature(type(service)).parameters)
        assert given[0] == "context", name
        for parameter in given[1:]:
            used = getattr(service, f"_{parameter}")
            shared = type(used) in {type(getattr(session, known)) for known in every.values()}
            assert not shared or id(used) in every, f"{name} has a {parameter} of its own"


def test_no_service_is_put_in_the_place_of_another(session: Session) -> None:
    with pytest.raises(FrozenInstanceError):
        session.play = session.play  # type: ignore[misc]


def test_what_the_context_has_is_what_the_session_tells(store: Store, clock: Clock) -> None:
    context = Context(store, CATALOGUE, clock, lambda: "secret")
    session = Session.over(context)
    clock.now += 5
    assert session.now() == clock.now == context.now()
    context.catalogue = {"thud": CATALOGUE["thud"]}
    assert session.catalogue is context.catalogue


async def test_closing_it_closes_its_store(session: Session, store: Store) -> None:
    await session.close()
    assert not store.writer.is_open


def test_the_surface_reaches_the_disk_through_services_alone() -> None:
    for file in SURFACE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for way in ("session.store", "session.context", ".context.store"):
            assert way not in text, f"{file.name} goes past the services"
