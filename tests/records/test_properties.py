"""Whatever happens to a record, it is read right or refused: never anything else."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.records.sealing import play_some, seal

from stramash import games, records
from stramash.core.errors import RecordError

FOLDER = Path(__file__).parent / "golden"
NAMES = (
    "haggis-2",
    "haggis-classic-3",
    "haggis-classic-3-options",
    "haggis3-3",
    "neeps-4",
    "neeps-4-open",
    "tatties-3",
    "mu-3",
    "mu-5",
)
SEATINGS = [(info.id, seats) for info in games.GAMES.values() for seats in info.seats]


@cache
def kept(name: str) -> bytes:
    return (FOLDER / f"{name}.txt").read_bytes()


golden = st.sampled_from(NAMES).map(kept)


def read_or_refuse(data: bytes) -> None:
    """Either an error of ours, or a match that is written exactly as it was read."""
    problem = None
    try:
        match = records.load(data)
    except RecordError as error:
        problem = error
    if problem is None:
        assert records.dump(match).encode() == data
    else:
        assert problem.line >= 1
        assert str(problem).isprintable()


@st.composite
def mutated_bytes(draw: st.DrawFn) -> tuple[bytes, bytes]:
    data = draw(golden)
    start = draw(st.integers(0, len(data)))
    length = draw(st.integers(0, 12))
    inserted = draw(
        st.one_of(st.binary(max_size=8), st.sampled_from([b"\n", b" ", b"\r", b"0 pass\n", b"\xff"]))
    )
    return data, data[:start] + inserted + data[start + length :]


@st.composite
def mutated_lines(draw: st.DrawFn) -> tuple[bytes, bytes]:
    data = draw(golden)
    lines = data.splitlines(keepends=True)
    first = draw(st.integers(0, len(lines) - 1))
    second = draw(st.integers(0, len(lines) - 1))
    match draw(st.sampled_from(["swap", "delete", "double", "copy"])):
        case "swap":
            lines[first], lines[second] = lines[second], lines[first]
        case "delete":
            del lines[first]
        case "double":
            lines.insert(first, lines[first])
        case "copy":
            lines[first] = lines[second]
    return data, b"".join(lines)


@given(st.one_of(mutated_bytes(), mutated_lines()))
def test_any_alteration_is_noticed(pair: tuple[bytes, bytes]) -> None:
    before, after = pair
    assume(before != after)
    with pytest.raises(RecordError):
        records.load(after)


@given(st.one_of(mutated_bytes(), mutated_lines()))
def test_a_forged_record_is_read_right_or_refused(pair: tuple[bytes, bytes]) -> None:
    """The closing line is made anew, so that only the rules and the form can object."""
    lines = pair[1].splitlines(keepends=True)
    body = b"".join(lines[:-1]).decode(errors="replace")
    for word in ("end", "open"):
        read_or_refuse(seal(body, word).encode())


@given(
    st.one_of(
        st.binary(max_size=200), st.binary(max_size=100).map(lambda tail: b"stramash record 1\n" + tail)
    )
)
def test_random_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(RecordError):
        records.load(data)


@pytest.mark.parametrize(("game_id", "seats"), SEATINGS)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 250))
def test_a_match_comes_back_from_any_moment(game_id: str, seats: int, seed: int, moves: int) -> None:
    match = play_some(games.get(game_id, seats), seed, moves)
    text = records.dump(match)
    again = records.load(text)
    assert records.dump(again) == text
    assert again.next_carry == match.next_carry
    assert again.totals == match.totals
    assert again.deals == match.deals
    if match.deals:
        assert again.state == match.state
        for seat in (None, *range(seats)):
            assert again.view(seat) == match.view(seat)
            assert again.view(seat).past == match.view(seat).past
