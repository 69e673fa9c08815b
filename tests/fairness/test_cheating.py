"""A server that cheats, in every way found so far, and who finds it out.

`faults` is what a player's own client says during the match; `compared` is `stramash verify --seen`. Where a
proof by itself still verifies the test says so: that is why clients keep what they saw.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.fairness.house import TABLE, House

from stramash import games, records
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat
from stramash.fairness import cuts, decks, proof
from stramash.fairness.cuts import Closing, Cutter, Shuffle
from stramash.fairness.promise import Chain
from stramash.server.table.play.entries import Entry
from stramash.wire.codec import Json

TRIES = 12


def tens(house: House, shuffle: Shuffle) -> int:
    """How many tens seat 0 would get."""
    block = decks.shuffled(cuts.card_codes(house.game), shuffle)[house.game.block(0)]
    return sum(code.startswith("10") for code in block)


# (a) The secret is chosen after the cuts.


class ChoosesTheSecret(House):
    """Picks, once all cuts are open, the secret that gives seat 0 the most tens; its file fits perfectly."""

    def deal(self) -> None:
        state, rng = self.journal.cuts, Random(3)
        match, deal = self.journal.next_deck
        assert state.closing is not None

        def outcome(seed: bytes) -> tuple[Chain, Closing]:
            chain = Chain(match, deal, 1, seed)
            assert state.closing is not None
            return chain, replace(state.closing, promise=chain.promise)

        def good(seed: bytes) -> int:
            chain, closing = outcome(seed)
            return tens(self, Shuffle(closing, chain.secret(deal), tuple(state.opened)))

        state._chain, state.closing = outcome(max((rng.randbytes(32) for _ in range(TRIES)), key=good))
        super().deal()

    def promise(self) -> None:
        if self.journal.next_deck[1] == 1 or not self.witnesses[0].seen.promises:
            super().promise()


def test_a_secret_chosen_after_the_cuts_is_found_by_the_client_and_by_what_it_kept() -> None:
    house = ChoosesTheSecret().play()
    assert len(house.verified().shuffles) == 2  # the record and its proof alone look perfect
    assert "promise-broken" in house.faults(0)
    assert "promise-broken" in house.faults(1)
    assert house.compared(1).contradictions


def test_a_promise_that_is_replaced_is_noticed_at_once() -> None:
    house = House()
    house.promise()
    house.welcome()
    house.take(house.journal.commit_entry())
    assert house.faults(0) == ["promise-changed"]


def test_secrets_that_are_promised_a_second_time_are_noticed() -> None:
    class Reuses(House):
        def promise(self) -> None:
            journal = self.journal
            if journal.is_promised:
                return
            entry = journal.commit_entry()
            if journal.cuts._chain is not None:
                entry.body["seed"] = journal.cuts._chain.seed.hex()
            self.take(entry)
            self.settle()

    house = Reuses().play()
    assert house.faults(0) == ["promise-reused"]


# (b) The server writes a cut itself, last.


class CutsLast(House):
    """Writes, once all others are open, a cut for a seat that did not cut or is a bot."""

    def __init__(self, kind: str) -> None:
        super().__init__("haggis3", 3, frozenset({2}) if kind == "bot" else frozenset())
        self.witnesses.pop(2, None)

    def deal(self) -> None:
        state, rng = self.journal.cuts, Random(3)
        told, deck = state.closing, self.journal.next_deck
        assert told is not None
        assert state._chain is not None

        def outcome(cut: str) -> Shuffle:
            assert told is not None
            assert state._chain is not None
            own = Cutter(told.seats[2].kind, cuts.sealed(TABLE, *deck, 2, cut))
            closing = replace(told, seats=(*told.seats[:2], own))
            return Shuffle(closing, state._chain.secret(deck[1]), (*state.opened[:2], cut))

        best = max((rng.randbytes(32).hex() for _ in range(TRIES)), key=lambda cut: tens(self, outcome(cut)))
        state.closing, state.opened[2] = outcome(best).closing, best
        super().deal()


@pytest.mark.parametrize("kind", ["person", "bot"])
def test_a_cut_that_the_server_writes_last_is_found(kind: str) -> None:
    house = CutsLast(kind).play()
    assert len(house.verified().shuffles) == 2
    assert "cut-changed" in house.faults(0)
    assert any("closed otherwise" in line for line in house.compared(0).contradictions)


# Holding back.


class HoldsBack(House):
    """Lets its friend at seat 2 cut for ever, although that seat opens nothing."""

    def __init__(self) -> None:
        super().__init__("tatties", 3, rounds=4)
        self.silent = {2}


def test_a_seat_that_holds_its_cuts_back_again_and_again_is_not_let_cut_unnoticed() -> None:
    house = HoldsBack().play()
    assert set(house.faults(0)) == {"too-often"}
    with pytest.raises(proof.ProofError, match="held"):
        house.verified()


# Once more, until it suits.


def test_a_list_that_is_closed_a_second_time_is_noticed_and_the_cut_is_not_given_twice() -> None:
    class ClosesTwice(House):
        def close(self) -> None:
            super().close()
            self.sent[0].clear()
            seats = self.cutters()
            self.take(self.journal.close_entry((seats[0], Cutter("away", None))))
            self.settle()

    house = ClosesTwice()
    house.promise()
    house.welcome()
    house.take(house.journal.begin_entry())
    house.close()
    assert "closed-twice" in house.faults(0)
    assert house.sent[0] == []


def told(house: House, kind: str) -> Json:
    """What seat 0 was told last of a kind."""
    forms = [one["hear"] for one in house.heard[0] if one.get("hear", {}).get("kind") == kind]
    return copy.deepcopy(forms[-1])


def test_a_deal_that_is_dealt_twice_is_noticed() -> None:
    house = House()
    house.promise()
    house.welcome()
    house.take(house.journal.begin_entry())
    house.close()
    house.deal()
    house.say(0, {**told(house, "deal"), "n": house.journal.n + 1})
    assert house.faults(0) == ["dealt-twice"]


def test_a_match_that_is_given_up_and_begun_again_is_noticed() -> None:
    house = House()
    house.promise()
    house.welcome()
    house.take(house.journal.begin_entry())
    house.close()
    house.deal()
    closing = told(house, "close")
    # The cards do not suit it: the next thing it says is the closing of another match.
    closing["n"] = house.journal.n + 1
    closing["closing"].update(match=2, commitment="77" * 32)
    closing["fair"] = None
    house.say(0, closing)
    assert house.faults(0) == ["never-dealt"]
    deal = told(house, "deal")
    deal.update(n=house.journal.n + 2, match=2, fair=None)
    house.say(0, deal)
    assert len(house.witnesses[0].seen.broken) >= 1


def test_a_deal_whose_secret_is_never_shown_is_noticed() -> None:
    house = House()
    house.tamper = lambda _, message: {**message, "reveal": None} if message["type"] == "update" else message
    house.play()
    assert set(house.faults(0)) == {"never-shown"}


def test_a_deal_that_the_record_leaves_out_is_found() -> None:
    """The second deal is played and did not suit: record and proof end with the first."""
    house = House().play()
    game = games.get_written("haggis", 2, {"rounds": "1"})
    first = house.match.deals[0]
    short = Match(game, house.match.first_dealer, house.names)
    short.deal(first.deck)
    for seat, move in first.moves:
        short.act(seat, move)
    shuffles = house.shuffles[:1]
    text = proof.dump(short, TABLE, 1, shuffles)
    proof.verify(short, text)
    assert any("leaves it out" in line for line in house.compared(0, text, short).contradictions)


# To each something else.


def test_two_players_who_were_told_different_lists_find_out() -> None:
    def tamper(seat: Seat, message: Json) -> Json | None:
        if seat == 1 and message.get("closing"):
            message["closing"]["seats"][0]["sealed"] = "55" * 32
            message["fair"] = None
        return message

    house = House()
    house.tamper = tamper
    house.play()
    assert house.compared(0).contradictions == ()
    assert any("closed otherwise" in line for line in house.compared(1).contradictions)
    assert "cut-changed" in house.faults(1)  # and it is no need to wait for the record


def test_two_players_who_were_told_different_promises_find_out() -> None:
    def tamper(seat: Seat, message: Json) -> Json | None:
        for form in (message.get("fair"), message.get("closing"), message.get("table", {}).get("fair")):
            if seat == 1 and form and form["commitment"]:
                form["commitment"] = "55" * 32
                form["closed"] = None
        return message

    house = House()
    house.tamper = tamper
    house.play()
    assert "promise-broken" in house.faults(1)
    assert any("another secret" in line for line in house.compared(1).contradictions)


# The own cut.


def test_a_cut_that_the_server_had_and_left_out_is_noticed() -> None:
    class LeavesOut(House):
        def cutters(self) -> tuple[Cutter, ...]:
            return (super().cutters()[0], Cutter("person", None))

    house = LeavesOut().play()
    assert set(house.faults(1)) == {"left-out"}
    assert house.faults(0) == []
    assert house.compared(1).contradictions


def test_a_cut_in_somebodys_name_is_noticed() -> None:
    class CutsForAnother(House):
        def cutters(self) -> tuple[Cutter, ...]:
            return (super().cutters()[0], Cutter("person", "66" * 32))

    house = CutsForAnother()
    house.silent = {1}
    assert set(house.play().faults(1)) == {"not-your-cut"}


def test_an_opened_cut_that_is_dropped_is_noticed() -> None:
    class Drops(House):
        def deal(self) -> None:
            self.journal.cuts.opened[1] = None
            super().deal()

    house = Drops().play()
    assert set(house.faults(1)) == {"cut-dropped"}
    assert any("left it out" in line for line in house.compared(1).contradictions)


def test_cuts_that_change_seats_are_noticed() -> None:
    class Swaps(House):
        def deal(self) -> None:
            state = self.journal.cuts
            state.opened.reverse()
            super().deal()

    house = Swaps().play()
    assert "cut-changed" in house.faults(0)
    with pytest.raises(proof.ProofError, match="sealed"):
        house.verified()


# The cards.


def other_hand(seat: Seat, message: Json) -> Json | None:
    """Seat 0 is shown seven for eight."""
    for event in message.get("events", ()):
        if event["type"].endswith(".dealt") and seat == 0:
            hand = event["hands"][0]
            held = {code for code in hand if code[0] in "23456789"}
            new = next(f"{rank}r" for rank in range(2, 10) if f"{rank}r" not in held)
            hand[hand.index(sorted(held)[0])] = new
    return message


def test_cards_that_do_not_follow_are_noticed() -> None:
    house = House()
    house.tamper = other_hand
    house.play()
    assert set(house.faults(0)) == {"wrong-hand"}
    assert any("you held other cards" in line for line in house.compared(0).contradictions)


def test_a_dealer_who_does_not_follow_is_noticed() -> None:
    class ChoosesTheDealer(House):
        def take(self, entry: Entry) -> None:
            if entry.kind == "match":
                entry.body["dealer"] = 1 - entry.body["dealer"]
            super().take(entry)

    house = ChoosesTheDealer().play()
    assert house.faults(0) == ["wrong-dealer"]
    with pytest.raises(proof.ProofError, match="dealer"):
        house.verified()


def test_a_deck_of_other_cards_is_noticed() -> None:
    def tamper(_: Seat, message: Json) -> Json | None:
        if message.get("closing"):
            cards = message["closing"]["cards"]
            cards[0], cards[5] = cards[5], cards[0]
        return message

    house = House()
    house.tamper = tamper
    house.play()
    assert "wrong-cards" in house.faults(0)


# The record.


def other_play(house: House) -> AnyMatch:
    """The same decks, played otherwise."""
    match, rng = Match(house.game, house.match.first_dealer, house.names), Random(99)
    for deal in house.match.deals:
        match.deal(deal.deck)
        while match.deals[-1].result is None:
            seat = min(house.game.waiting(match.state))
            match.act(seat, rng.choice(house.game.legal(match.state, seat)))
    return records.load(records.dump(match))


def other_names(house: House) -> AnyMatch:
    """Seats change places."""
    match = Match(house.game, house.match.first_dealer, house.names[::-1])
    for deal in house.match.deals:
        match.deal(deal.deck)
        for seat, move in deal.moves:
            match.act(seat, move)
    return records.load(records.dump(match))


@pytest.mark.parametrize("change", [other_play, other_names])
def test_a_record_that_was_changed_is_found(change: Callable[[House], AnyMatch]) -> None:
    house = House().play()
    changed = change(house)
    text = house.proof_text(match=changed)
    proof.verify(changed, text)  # proof and record belong together
    assert house.compared(0, text, changed).contradictions


# Rubbish.


@pytest.mark.parametrize(
    "rubbish",
    [
        {"type": "update", "n": 10**9, "kind": "close", "closing": {"match": "x"}},
        {"type": "update", "n": 10**9, "kind": "close", "closing": 3},
        {"type": "update", "n": 10**9, "kind": "deal", "match": 1, "deal": 1, "events": [{"hands": 3}]},
        {"type": "table", "table": None},
        {
            "type": "table",
            "table": {"fair": {"match": 1, "deal": 1, "commitment": "x", "first": 1, "length": 1}},
        },
        {"type": "welcome"},
    ],
)
def test_rubbish_is_called_so_and_breaks_nothing_else(rubbish: Json) -> None:
    house = House()
    house.promise()
    house.welcome()
    assert house.witnesses[0].hear(rubbish) == []
    assert house.faults(0) == ["unreadable"]


# Moves taken back.


class ThinksAgain(House):
    """Everybody takes back once in a deal what may be taken back: nobody is cheated."""

    def play_deal(self) -> None:
        self.again = set(range(self.game.seats))
        super().play_deal()

    def choose(self, match: AnyMatch, moves: Sequence[Any]) -> Any:
        """One bid in Mü and no more, so that there is a Crown with cards to put away."""
        is_bid = any(str(move).startswith("display") for _, move in match.deals[-1].moves)
        displays = [move for move in moves if str(move).startswith("display")]
        if not displays:
            return super().choose(match, moves)
        return next(move for move in moves if str(move) == "pass") if is_bid else displays[0]

    def think_again(self) -> None:
        for seat in tuple(self.again):
            n = self.journal.may_take_back(seat)
            if n is not None:
                self.again.discard(seat)
                self.take_back(seat, n)


class TakesBackAPlay(House):
    """Lets seat 1 take its first play back once, which everybody has seen."""

    done = False

    def think_again(self) -> None:
        last = self.journal.recent[-1]
        if not self.done and last.kind == "move" and last.seat == 1:
            self.done = True
            self.take_back(1, last.n)


class TakesBackAPass(House):
    """Lets seat 1 take back the card it had chosen to pass, after all cards were passed on."""

    def __init__(self) -> None:
        super().__init__("neeps", 4, rounds=1)
        self.chosen = 0

    def take(self, entry: Entry) -> None:
        super().take(entry)
        is_choice = entry.kind == "move" and entry.body["move"].startswith("give")
        if is_choice and entry.body["seat"] == 1 and not self.chosen:
            self.chosen = entry.n
        match = self.journal.match
        if self.chosen > 0 and match is not None and match.state.table.passed_rounds == 1:
            # Only said: the cards are where they are.
            said, self.chosen = self.chosen, -1
            self.announce_take_back(1, said)

    def announce_take_back(self, seat: Seat, n: int) -> None:
        for other in self.witnesses:
            last = next(one["hear"] for one in reversed(self.heard[other]) if "hear" in one)
            back = {"kind": "take_back", "seat": seat, "by": None, "events": [], "took_back": n}
            self.say(other, {**last, **back, "n": self.journal.n + 1})


@pytest.mark.parametrize(("game", "seats"), [("neeps", 4), ("tatties", 3), ("mu", 3)])
def test_a_hidden_choice_may_be_taken_back(game: str, seats: int) -> None:
    house = ThinksAgain(game, seats, rounds=2).play()
    assert any(
        one["hear"]["kind"] == "take_back"
        for one in house.heard[0]
        if one.get("hear", {}).get("type") == "update"
    )
    for seat in range(seats):
        assert house.faults(seat) == []
        assert not house.compared(seat).contradictions


def test_a_public_move_that_is_taken_back_is_noticed_at_once_and_by_what_was_kept() -> None:
    house = TakesBackAPlay().play()
    house.verified()  # the record and its proof alone look perfect: the move is not in them
    for seat in range(2):
        assert house.faults(seat) == ["taken-back"]
        assert any("taken back" in line for line in house.compared(seat).contradictions)


def test_a_choice_that_was_shown_meanwhile_is_not_hidden_any_more() -> None:
    house = TakesBackAPass()
    house.play()
    for seat in range(4):
        assert "taken-back" in house.faults(seat)
