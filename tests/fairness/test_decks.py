"""Fair deals: the documented algorithm, its proof, and the command that verifies it."""

import hmac
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
import typer
from tests.fairness.house import TABLE, House
from typer.testing import CliRunner

from stramash import games, records
from stramash.cli.server import register
from stramash.core.events import Event
from stramash.core.game import AnyGame
from stramash.core.match import Match
from stramash.fairness import cuts, decks, proof
from stramash.fairness.cuts import Closing, Cutter, Shuffle
from stramash.fairness.promise import CHAIN_LENGTH, Chain
from stramash.wire.families import forms_of

GAME = games.get("haggis", 2)
CHAIN = Chain(1, 1, 3, bytes(range(32)))
CUT = "ab" * 32
CLOSING = Closing(
    TABLE, 1, 1, CHAIN.promise, cuts.cards_digest(cuts.card_codes(GAME)),
    (Cutter("person", cuts.sealed(TABLE, 1, 1, 0, CUT)), Cutter("bot", None)),
)  # fmt: skip
SHUFFLE = Shuffle(CLOSING, CHAIN.secret(1), (CUT, None))


def test_the_deck_follows_from_the_description_alone() -> None:
    """The algorithm of docs/fair-deals.md written a second time, from the text."""
    seed = bytes(range(32))
    third = seed
    second = sha256(third).digest()
    first = sha256(second).digest()
    anchor = sha256(first).hexdigest()
    own = f"stramash cut 2\ntable {TABLE}\nmatch 1\ndeal 1\nseat 0\ncut {CUT}\n"
    cards = [GAME.card_code(card) for card in GAME.deck()]
    message = (
        f"stramash fair deal 2\ndeck\nstramash closing 2\ntable {TABLE}\nmatch 1\ndeal 1\n"
        f"promise {anchor} 1 3\ncards {sha256(' '.join(cards).encode()).hexdigest()}\n"
        f"seat 0 person {sha256(own.encode()).hexdigest()}\nseat 1 bot\ncut 0 {CUT}\ncut 1 -\n"
    ).encode()
    stream = b"".join(
        hmac.new(first, message + block.to_bytes(8, "big"), sha256).digest() for block in range(40)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    for last in range(len(cards) - 1, 0, -1):
        while words[0] >= 2**32 - 2**32 % (last + 1):
            words.pop(0)
        other = words.pop(0) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    assert [GAME.card_code(card) for card in decks.deck(GAME, SHUFFLE)] == cards
    assert cards[:6] == KNOWN


KNOWN = ["4g", "3b", "7y", "9r", "5g", "4y"]


def test_a_chain_is_kept_by_its_own_secrets_alone() -> None:
    chain = Chain(2, 5, CHAIN_LENGTH, bytes(32))
    promise = chain.promise
    for deal in (5, 6, 700, 5 + CHAIN_LENGTH - 1):
        assert promise.covers(2, deal)
        assert promise.is_kept_by(deal, chain.secret(deal))
        assert not promise.is_kept_by(deal, chain.secret(deal + 1 if deal == 5 else deal - 1))
    assert not promise.covers(2, 4)
    assert not promise.covers(2, 5 + CHAIN_LENGTH)
    assert not promise.covers(3, 5)
    assert chain.secret(5 + CHAIN_LENGTH - 1) == chain.seed


@pytest.mark.parametrize(
    "other",
    [
        replace(SHUFFLE, cuts=("cd" * 32, None)),
        replace(SHUFFLE, cuts=(None, None)),
        replace(SHUFFLE, secret=CHAIN.secret(2)),
        replace(SHUFFLE, closing=replace(CLOSING, deal=2)),
        replace(SHUFFLE, closing=replace(CLOSING, match=2)),
        replace(SHUFFLE, closing=replace(CLOSING, table="abcdefgh2346")),
        replace(SHUFFLE, closing=replace(CLOSING, cards="0" * 64)),
        replace(SHUFFLE, closing=replace(CLOSING, seats=(CLOSING.seats[0], Cutter("away", None)))),
        replace(SHUFFLE, closing=replace(CLOSING, seats=CLOSING.seats[::-1])),
    ],
)
def test_everything_that_goes_in_changes_the_deck(other: Shuffle) -> None:
    assert decks.deck(GAME, other) != decks.deck(GAME, SHUFFLE)
    assert sorted(decks.deck(GAME, other)) == sorted(GAME.deck())


@pytest.mark.parametrize(
    "other",
    [("abcdefgh2346", 1, 1, 0, CUT), (TABLE, 2, 1, 0, CUT), (TABLE, 1, 2, 0, CUT), (TABLE, 1, 1, 1, CUT),
     (TABLE, 1, 1, 0, "cd" * 32)],
)  # fmt: skip
def test_a_sealed_cut_is_good_for_one_seat_and_one_deck(other: tuple[str, int, int, int, str]) -> None:
    assert cuts.sealed(*other) != cuts.sealed(TABLE, 1, 1, 0, CUT)


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    tops: Counter[int] = Counter()
    dealers: Counter[int] = Counter()
    for number in range(3600):
        shuffle = replace(SHUFFLE, secret=number.to_bytes(32, "big"))
        tops[decks.deck(GAME, shuffle)[0]] += 1
        dealers[decks.first_dealer(2, shuffle)] += 1
    # 36 cards, 100 expected each; six standard deviations are 60.
    assert len(tops) == 36
    assert all(40 < count < 160 for count in tops.values())
    assert 1600 < dealers[0] < 2000


@pytest.mark.parametrize(("game", "seats"), [("haggis", 2), ("neeps", 4), ("mu", 3), ("mu", 6)])
def test_a_block_of_the_deck_is_what_a_seat_is_dealt(game: str, seats: int) -> None:
    played, rng = games.get(game, seats), Random(4)
    deck = list(played.deck())
    rng.shuffle(deck)
    match = Match(played, 0)
    (dealt, *_) = match.deal(tuple(deck))
    for seat in range(seats):
        block = Counter(deck[played.block(seat)])
        held = Counter(played.parse_card(code) for code in hand_codes(played, dealt, seat))
        assert {card: n for card, n in held.items() if card in played.deck()} == block


def hand_codes(game: AnyGame, dealt: Event, seat: int) -> list[str]:
    return list(forms_of(game).events.write(dealt)["hands"][seat])


# Proofs.


def test_a_proof_that_was_tampered_with_does_not_verify() -> None:
    house = House().play()
    match, text = house.match, house.proof_text()
    proof.verify(match, text)
    for place in range(0, len(text), 7):
        wrong = text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]
        with pytest.raises(proof.ProofError):
            proof.verify(match, wrong)
    for wrong in (
        text[: len(text) // 2],
        "",
        text.replace("deals 1", "deals 3").replace("deals 2", "deals 3"),
    ):
        with pytest.raises(proof.ProofError):
            proof.verify(match, wrong)


def command_line() -> typer.Typer:
    app = typer.Typer()
    register(app)
    return app


def test_the_verify_command(tmp_path: Path) -> None:
    house = House().play()
    record, text = records.dump(house.match), house.proof_text()
    alone, both, apart, own = (tmp_path / name for name in ("a.txt", "b.txt", "c.fair", "seen.json"))
    alone.write_text(record, encoding="utf-8")
    both.write_text(record + text, encoding="utf-8")
    apart.write_text(text, encoding="utf-8")
    house.witnesses[0].seen.save(own)

    def run(*arguments: object) -> tuple[int, str]:
        result = CliRunner().invoke(command_line(), ["verify", *map(str, arguments)])
        return result.exit_code, result.output

    assert "no proof" in run(alone)[1]
    assert run(alone, "--seen", own)[0] == 1
    for arguments in ([both], [alone, apart]):
        code, said = run(*arguments)
        assert code == 0, said
        assert "all 2 follow" in said
        assert "nothing to compare with" in said
        code, said = run(*arguments, "--seen", own)
        assert code == 0, said
        assert "own cut is in 2 decks (1, 2)" in said
    for seat, name in enumerate(("mine", "theirs")):
        house.witnesses[seat].seen.save(tmp_path / name)
    assert run(both, "--seen", tmp_path / "mine", "--seen", tmp_path / "theirs")[0] == 0
    own.write_text(own.read_text(encoding="utf-8").replace('"scores": [', '"scores": [1, '), encoding="utf-8")
    code, said = run(both, "--seen", own)
    assert code == 1
    assert "BROKEN" in said
    both.write_text(record + text.replace(" person ", " away ", 1), encoding="utf-8")
    assert run(both)[0] == 1
    alone.write_text(record.replace("Ann", "Amy"), encoding="utf-8")
    assert run(alone)[0] == 1
    assert run(tmp_path / "none")[0] == 1
    assert run(both, "--seen", tmp_path / "none")[0] == 1
