"""What the classes themselves promise about secrets, whatever is played."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from tests.playing import TABLES, TableId
from tests.secrecy.walking import declarations

from stramash.climbing.events import CardChosen, CardsPassed, Dealt, HaggisDrawn, HaggisReturned
from stramash.core.events import Event, PublicEvent
from stramash.core.game import Game
from stramash.mu import events as mu

FAMILIES = ("stramash.core", "stramash.climbing", "stramash.mu")


def subclasses(kind: type) -> Iterator[type]:
    children: list[type] = kind.__subclasses__()
    for child in children:
        yield child
        yield from subclasses(child)


def every_event() -> list[type]:
    """All event classes of the games; dataclasses with slots leave a ghost of each class behind."""
    for family in FAMILIES:
        package = importlib.import_module(family)
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{family}.{module.name}")
    found = {kind for kind in subclasses(Event) if kind.__module__.startswith(FAMILIES)}
    return sorted(
        (kind for kind in found if getattr(importlib.import_module(kind.__module__), kind.__name__) is kind),
        key=lambda kind: (kind.__module__, kind.__name__),
    )


@pytest.mark.parametrize("kind", every_event(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_event_decides_who_sees_it(kind: type) -> None:
    """It defines `seen_by`, or says that it is public, or leaves both to its subclasses."""
    decides = "seen_by" in vars(kind) or issubclass(kind, PublicEvent)
    assert decides or inspect.isabstract(kind)


@pytest.mark.parametrize("kind", every_event(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_an_event_is_frozen_and_has_no_room_for_more(kind: type) -> None:
    assert dataclasses.is_dataclass(kind)
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined]  # not in the stubs
    assert "__slots__" in vars(kind)


def test_there_are_events_of_both_families() -> None:
    families = {kind.__module__.split(".")[1] for kind in every_event()}
    assert families == {"core", "climbing", "mu"}


@pytest.mark.parametrize(
    "kind", [Dealt, CardChosen, CardsPassed, HaggisDrawn, HaggisReturned, mu.Dealt, mu.TalonTaken, mu.Buried]
)
def test_events_with_secrets_are_not_public(kind: type) -> None:
    assert not issubclass(kind, PublicEvent)


def test_an_event_that_forgets_to_decide_cannot_be_made() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Forgetful(Event):
        card: int

    with pytest.raises(TypeError, match="seen_by"):
        Forgetful(3)  # type: ignore[abstract]  # that it cannot be made is what is tested


def view_class(table: TableId) -> type:
    game = table.game()
    state = game.start(game.deck(), game.first(0)).state
    return type(game.view(state, 0))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_view_mentions_a_state(table: TableId) -> None:
    """Neither by name nor through the classes of its fields, all the way down."""
    seen: set[type] = set()
    queue = [view_class(table)]
    while queue:
        kind = queue.pop()
        if kind in seen:
            continue
        seen.add(kind)
        assert kind.__name__ != "State"
        module = importlib.import_module(kind.__module__)
        for field, declared in declarations(kind).items():
            names = {node.id for node in ast.walk(declared) if isinstance(node, ast.Name)}
            assert not {"State", "Any", "object"} & names, f"{kind.__name__}.{field}"
            queue += [found for name in names for found in classes_named(module, name)]
    assert len(seen) > 3


def classes_named(module: Any, name: str) -> list[type]:
    """The classes of this project that a name stands for in a module, alone or in a union."""
    value = getattr(module, name, None)
    members = getattr(value, "__args__", (value,))
    ours = [item for item in members if isinstance(item, type) and item.__module__.startswith("stramash")]
    return [item for item in ours if item is not Event]  # events are walked one by one in test_laws


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_sampling_is_given_the_view_and_randomness_and_nothing_else(table: TableId) -> None:
    game = table.game()
    assert list(inspect.signature(game.determinize).parameters) == ["view", "rng"]
    assert list(inspect.signature(game.see).parameters) == ["view", "event", "seat"]
    assert list(inspect.signature(Game.determinize).parameters) == ["self", "view", "rng"]
    assert not hasattr(game, "__dict__") or set(vars(game)) <= {"id", "rules"}
