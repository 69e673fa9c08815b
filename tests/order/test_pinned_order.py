"""The order of legal moves is part of the contract: move lists, records of decisions and bots rely on it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.playing import TABLES, TableId

from stramash import games
from stramash.climbing.cards import FACES
from stramash.climbing.moves import parse_combo
from stramash.climbing.plays.combos import bomb
from stramash.climbing.plays.generate import plays
from stramash.climbing.state import Phase
from stramash.core.game import AnyGame
from stramash.core.match import shuffled
from stramash.mu.cards import FACES as MU_FACES
from stramash.mu.moves import COLOUR_TRUMPS, NUMBER_TRUMPS
from stramash.mu.state import Phase as MuPhase
from stramash.mu.tricks import trumps

PLAYS = Path(__file__).with_name("plays.txt")


def pinned() -> dict[str, list[str]]:
    """The lists of the file by their headings."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in PLAYS.read_text(encoding="utf-8").splitlines():
        if line.startswith("@ "):
            heading = line[2:]
            found[heading] = []
        elif not line.startswith("#"):
            found[heading].append(line)
    return found


@pytest.mark.parametrize(("heading", "expected"), pinned().items())
def test_order_of_plays(heading: str, expected: list[str]) -> None:
    name, codes, combination = heading.split(" | ")
    game_id, seats = name.split()
    text, _, cards = combination.partition(" of ")
    to_beat = None if combination == "-" else parse_combo(text, int(cards or 0))
    found = plays(games.get(game_id, int(seats)).rules, FACES.parse_set(codes), to_beat)
    assert [str(play) for play in found] == expected


def test_every_climbing_game_is_pinned() -> None:
    named = {heading.split()[0] for heading in pinned()}
    assert named == {table.game_id for table in TABLES if table.family == "climbing"}


def dealt(game: AnyGame) -> Any:
    return game.start(shuffled(game, Random(1)), game.first(0)).state


def with_hand(state: Any, seat: int, hand: int) -> Any:
    hands = [*state.hands]
    hands[seat] = hand
    counts = [held.bit_count() for held in hands]
    return state._replace(hands=tuple(hands), table=state.table._replace(counts=tuple(counts)))


def listed(game: AnyGame, state: Any, seat: int) -> list[str]:
    return [str(move) for move in game.legal(state, seat)]


def test_plays_then_pass_then_bets() -> None:
    game = games.get("haggis3")
    state = with_hand(dealt(game), 1, FACES.parse_set("4r 6b J"))
    top = parse_combo("single 4", 1)
    state = state._replace(table=state.table._replace(turn=1, top=top, top_seat=0))
    assert listed(game, state, 1) == ["play 6b as single 6", "play J as single J", "pass", "bet 15", "bet 30"]
    assert listed(game, state, 2) == ["bet 15", "bet 30"]  # C10.1


def test_cards_to_give_by_suit_and_rank_each_face_once() -> None:
    game = games.get("neeps")
    state = with_hand(dealt(game), 2, FACES.parse_set("10r 2r 2r 3b 2y J"))
    expected = ["give 2r", "give 10r", "give 2y", "give 3b", "bet 15", "bet 30"]
    assert listed(game, state, 2) == expected


def test_bids_upwards_then_pass() -> None:
    game = games.get("tatties")
    assert listed(game, dealt(game), 0) == ["bid 15", "bid 30", "bid 45", "pass"]


def test_cards_to_put_back_in_the_order_of_their_faces() -> None:
    game = games.get("tatties")
    state = with_hand(dealt(game), 0, FACES.parse_set("9r 3y 4y 8p K"))
    table = state.table._replace(phase=Phase.PUTTING_BACK, turn=0, bid=30, shepherd=0)
    assert listed(game, state._replace(table=table), 0) == [
        "putback 9r 3y",
        "putback 9r 4y",
        "putback 9r 8p",
        "putback 3y 4y",
        "putback 3y 8p",
        "putback 4y 8p",
    ]


@pytest.mark.parametrize("phase", [Phase.TRICK_AWARD, Phase.HAGGIS_AWARD])
def test_awards_by_seat(phase: Phase) -> None:
    game = games.get("haggis", 3)
    state = dealt(game)
    shown = (1, 2, 4)  # all have played, so nobody bets
    table = state.table._replace(
        phase=phase, turn=1, top_seat=1, top=bomb(2), has_bombed=True, shown=shown, out=(1, 2)
    )
    assert listed(game, state._replace(table=table), 1) == ["award 0", "award 2"]


def test_leads_by_seat() -> None:
    game = games.get("neeps")
    state = dealt(game)
    table = state.table._replace(
        phase=Phase.NAMING_LEAD, turn=2, top_seat=2, has_bombed=True, shown=(1, 2, 4, 8)
    )
    assert listed(game, state._replace(table=table), 2) == ["lead 0", "lead 2"]


def test_mu_pass_then_displays_by_face() -> None:
    game = games.get("mu", 4)
    state = with_hand(dealt(game), 0, MU_FACES.parse_set("7r 7r 0r 3g 9p"))
    expected = ["pass", "display 0r", "display 7r", "display 3g", "display 9p"]
    assert listed(game, state, 0) == expected


def test_mu_trumps_colours_then_numbers_then_none() -> None:
    game = games.get("mu", 4)
    state = dealt(game)
    displays = (MU_FACES.parse_set("7g 1r 1r 3g"), 0, MU_FACES.parse_set("4b"), 0)
    table = state.table._replace(
        phase=MuPhase.CROWN_TRUMP, turn=0, displays=displays, trumps=trumps(NUMBER_TRUMPS[7], None)
    )
    expected = ["trump red", "trump green", "trump 1", "trump 3", "trump none"]
    assert listed(game, state._replace(table=table), 0) == expected


def test_mu_classic_the_vice_names_colours_then_numbers() -> None:
    game = games.get("mu-classic", 4)
    state = dealt(game)
    displays = (MU_FACES.parse_set("7g 1r 1r 3g"), 0, MU_FACES.parse_set("4b"), 0)
    table = state.table._replace(phase=MuPhase.SHIELD_TRUMP, turn=0, displays=displays)
    expected = ["trump red", "trump green", "trump 1", "trump 3", "trump 7"]
    assert listed(game, state._replace(table=table), 0) == expected


def test_mu_cards_to_bury_in_the_order_of_their_faces() -> None:
    game = games.get("mu", 3)
    state = with_hand(dealt(game), 1, MU_FACES.parse_set("1r 1r 5y 0b"))
    state = state._replace(table=state.table._replace(phase=MuPhase.BURY, turn=1))
    assert listed(game, state, 1) == ["bury 1r 1r 5y", "bury 1r 1r 0b", "bury 1r 5y 0b"]


def test_mu_partners_plays_and_dealers_in_order() -> None:
    game = games.get("mu", 5)
    state = with_hand(dealt(game), 3, MU_FACES.parse_set("8y 2g 2r 0p 7y 7y"))
    choosing = state._replace(table=state.table._replace(phase=MuPhase.PARTNER, turn=3, crown=3, shield=1))
    assert listed(game, choosing, 3) == ["partner 0", "partner 2", "partner 4"]
    named = trumps(None, COLOUR_TRUMPS[0])
    leading = state._replace(table=state.table._replace(phase=MuPhase.PLAY, turn=3, leader=3, trumps=named))
    assert listed(game, leading, 3) == ["play 2r", "play 7y", "play 8y", "play 2g", "play 0p"]
    naming = state._replace(table=state.table._replace(phase=MuPhase.NEXT_DEALER, turn=3))
    assert listed(game, naming, 3) == ["dealer 0", "dealer 1", "dealer 2", "dealer 4"]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_order_does_not_depend_on_how_a_position_was_reached(table: TableId) -> None:
    """Dealing the same hands from decks in another order gives the same lists."""
    game = table.game()
    deck = shuffled(game, Random(7))
    state = game.start(deck, game.first(0)).state
    again = game.start(reordered(game, deck), game.first(0)).state
    assert again.hands == state.hands
    for seat in range(game.seats):
        assert game.legal(again, seat) == game.legal(state, seat)


def reordered(game: AnyGame, deck: tuple[int, ...]) -> tuple[int, ...]:
    """The same hands from a deck in which each hand's block is turned around."""
    if game.family == "mu":
        first, size = 0, game.rules.hand_size
    else:
        first, size = game.rules.haggis_size, game.rules.dealt
    blocks = [deck[first + size * seat : first + size * (seat + 1)] for seat in range(game.seats)]
    turned = [card for block in blocks for card in reversed(block)]
    return (*deck[:first], *turned, *deck[first + size * game.seats :])
