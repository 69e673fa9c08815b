"""An honest server: every deck is proved, to every player, in every game."""

import json

import pytest
from tests.fairness.house import House

from stramash.fairness import seen
from stramash.fairness.cuts import MOST_HELD_BACK
from stramash.server.table.play.entries import Entry

GAMES = [
    ("haggis", 2),
    ("haggis3", 3),
    ("neeps", 4),
    ("tatties", 3),
    ("haggis-classic", 2),
    ("mu", 3),
    ("mu", 6),
]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_deck_is_whole_for_everybody(game: str, seats: int) -> None:
    house = House(game, seats).play()
    deals = len(house.match.deals)
    assert len(house.verified().shuffles) == deals
    for seat in range(seats):
        assert house.faults(seat) == []
        states = [deck.state for deck in house.witnesses[seat].seen.decks if deck.n is not None]
        assert states == ["whole"] * deals
        agreement = house.compared(seat)
        assert agreement.contradictions == ()
        assert agreement.with_own_cut == tuple(range(1, deals + 1))


def test_a_rematch_has_a_promise_of_its_own() -> None:
    house = House().play().play()
    assert house.verified().match == 2
    assert house.compared(0).contradictions == ()
    first, second = house.witnesses[0].seen.promises[:2]
    assert (first.match, second.match) == (1, 2)
    assert first.anchor != second.anchor


def test_bots_do_not_cut_and_the_proof_says_who_was_one() -> None:
    house = House("haggis3", 3, frozenset({1, 2})).play()
    assert "\nseat 1 bot\nseat 2 bot\n" in house.proof_text()
    assert house.compared(0).with_own_cut == (1, 2)


def test_a_cut_that_is_held_back_is_told_and_only_a_few_times() -> None:
    house = House("tatties", 3)
    house.silent = {2}
    house.play()
    assert house.verified().held_back == {2: 2}
    assert [house.faults(seat) for seat in (0, 1, 2)] == [[], [], []]
    assert house.compared(0).with_own_cut == (1, 2)
    assert house.compared(2).without == (1, 2)
    assert MOST_HELD_BACK == 2
    assert not house.journal.cuts.may_cut(2, (1, 3))
    assert house.journal.cuts.may_cut(2, (2, 1))


def test_what_was_kept_survives_its_file() -> None:
    house = House().play()
    kept = house.witnesses[1].seen
    assert seen.load(kept.dump()) == kept


EMPTY = {"format": "stramash seen 1", "table": "x", "seat": 0, "name": "", "promises": [], "decks": []}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "3",
        "{}",
        "[" * 100_000,
        json.dumps({"format": "stramash seen 1"}),
        json.dumps(EMPTY),
        json.dumps({**EMPTY, "broken": [], "format": "stramash seen 2"}),
        json.dumps({**EMPTY, "broken": [], "table": 3}),
        json.dumps({**EMPTY, "broken": [], "promises": [3]}),
        json.dumps({**EMPTY, "broken": [], "decks": [{"match": 1, "deal": 1, "hand": "7r"}]}),
    ],
)
def test_a_file_that_no_client_wrote_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(seen.SeenError):
        seen.load(text)


# A crash anywhere.


def test_a_crash_at_any_entry_leaves_a_proof_that_verifies() -> None:
    recorded: list[Entry] = []

    class Recording(House):
        def take(self, entry: Entry) -> None:
            recorded.append(entry)
            super().take(entry)

    Recording().play()
    is_first_deal = next(number for number, entry in enumerate(recorded) if entry.kind == "match")
    assert recorded[is_first_deal + 1].kind == "deal"
    for stop in range(1, is_first_deal + 3):
        if stop == is_first_deal + 1:
            continue  # both are saved in one transaction: nobody has ever seen one without the other
        house = House()
        house.journal.replay(recorded[:stop])
        house.promise()
        house.welcome()
        if not house.journal.begun:
            house.take(house.journal.begin_entry())
        house.play_deal()
        while house.journal.is_starting or house.journal.is_between:
            if not house.journal.cuts.is_closed(house.journal.next_deck):
                house.close()
            house.deal()
            house.play_deal()
        assert len(house.verified().shuffles) == 2
        assert house.faults(0) == []
