"""What people may call themselves, and names that look alike at one table."""
# ruff: noqa: RUF001  # look-alikes are what this is about

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis.strategies import text
from tests.server.harness import Running, act, create, refused

from stramash.server.table.people.names import LONGEST_NAME, checked_name, look


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë",
        "Олена",
        "Νίκος",
        "李雷",
        "李雷 Lee",
        "שלום",
        "محمد",
        "Bob 2",
        "O'Neil",
        "❤",
        "7",
        "Åsa-Li",
    ],
)
def test_names_of_people_are_fine(name: str) -> None:
    assert checked_name(name) == name
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "\u00a0", "\u3164", "\u115f\u1160", "\uffa0", "\u2800", "A\u034fnn", "A\u17b4nn", "\u180b",
        "A\u200bnn", "A\u200dnn", "\u202enna", "\u2066Ann", "A\ufeffnn", "A\u00adnn", "A\x00nn", "A\ud800nn",
        "\ue000", "\U000e0041nn", "\u0301", "\u0301a", "a" + "\u0301" * 13, "...", "-", "x" * 25,
        "Аnn", "Αnn", "pаypal", "Oлена",
    ],
)  # fmt: skip
def test_invisible_and_disguised_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        checked_name(name)


def test_variation_selectors_are_left_out() -> None:
    assert checked_name("❤\ufe0f Bo") == "❤ Bo"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"), ("Ann", "ANN"), ("Ann", "Ánn"), ("Bill", "BiII"), ("Bill", "Bi11"), ("Bob", "B0b"),
        ("Coco", "Сосо"), ("Ann", "A nn"), ("Tom", "Tοm"), ("modern", "modem"), ("Ann", "Ａｎｎ"),
        ("HEB", "НЕВ"), ("Vivi", "Vіvі"), ("Jo-Ann", "Jo–Ann"), ("Ann", "A.nn".replace(".", "")),
    ],
)  # fmt: skip
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look(one) == look(other)


def test_names_that_differ() -> None:
    names = ["Ann", "Anna", "Bob", "Bo", "P1", "P2", "P3", "P4", "P5", "Олена", "Anton", "Morag", "Hamish"]
    assert len({look(name) for name in names}) == len(names)


@given(text(max_size=30))
@example("a \ufe0f")
@example("e\ufe0f\u0301")
@example("\u00b4")
def test_whatever_is_asked_for_the_answer_is_a_name_or_a_sentence(written: str) -> None:
    try:
        name = checked_name(written)
    except ValueError:
        return
    assert 0 < len(name) <= LONGEST_NAME
    assert name.isprintable()
    assert checked_name(name) == name
    assert look(name)


@pytest.mark.parametrize(
    ("name", "shown"), [("ann", "ann 2"), ("Аnn", None), ("\u3164", None), ("Ann", "Ann 2")]
)
def test_a_name_that_looks_like_anothers_is_marked_or_refused(
    tmp_path: Path, name: str, shown: str | None
) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        joining = running.rest(
            "POST", f"/tables/{created['table']['id']}/join", {"name": name, "invite": created["invite"]}
        )
        if shown is None:
            assert await refused(joining) == "bad-message"
        else:
            assert (await joining)["you"]["name"] == shown

    act(tmp_path, scene)
