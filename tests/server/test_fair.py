"""Fair deals: the documented algorithm, its proof, and the command that verifies it."""

import hmac
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
import typer
from typer.testing import CliRunner

from stramash import games, records
from stramash.cli.server import register
from stramash.core.match import AnyMatch, Match
from stramash.fairness import decks, proof
from stramash.fairness.decks import Shuffle

SHUFFLE = Shuffle("abcdefgh2345", 1, 1, bytes(range(32)), ("heads", None))


def test_the_deck_follows_from_the_description_alone() -> None:
    """The algorithm of docs/fair-deals.md written a second time, from the text."""
    game = games.get("haggis", 2)
    message = b"stramash fair deal 1\ndeck\ntable abcdefgh2345\nmatch 1\ndeal 1\ncut 0 =heads\ncut 1 -\n"
    stream = b"".join(
        hmac.new(bytes(range(32)), message + block.to_bytes(8, "big"), sha256).digest() for block in range(40)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    cards = list(game.deck())
    for last in range(len(cards) - 1, 0, -1):
        while words[0] >= 2**32 - 2**32 % (last + 1):
            words.pop(0)
        other = words.pop(0) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    assert decks.deck(game, SHUFFLE) == tuple(cards)


def test_a_known_deck() -> None:
    game = games.get("haggis", 2)
    assert SHUFFLE.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    codes = [game.card_code(card) for card in decks.deck(game, SHUFFLE)[:6]]
    assert codes == KNOWN


KNOWN = ["7g", "9r", "4b", "4r", "9y", "9b"]


@pytest.mark.parametrize(
    "other",
    [
        Shuffle("abcdefgh2345", 1, 1, bytes(range(32)), ("tails", None)),
        Shuffle("abcdefgh2345", 1, 1, bytes(range(32)), ("heads", "")),
        Shuffle("abcdefgh2345", 1, 2, bytes(range(32)), ("heads", None)),
        Shuffle("abcdefgh2345", 2, 1, bytes(range(32)), ("heads", None)),
        Shuffle("abcdefgh2346", 1, 1, bytes(range(32)), ("heads", None)),
        Shuffle("abcdefgh2345", 1, 1, bytes(32), ("heads", None)),
    ],
)
def test_everything_that_goes_in_changes_the_deck(other: Shuffle) -> None:
    game = games.get("haggis", 2)
    assert decks.deck(game, other) != decks.deck(game, SHUFFLE)
    assert sorted(decks.deck(game, other)) == sorted(game.deck())


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    game = games.get("haggis", 2)
    tops: Counter[int] = Counter()
    dealers: Counter[int] = Counter()
    for number in range(3600):
        shuffle = Shuffle("abcdefgh2345", 1, 1, number.to_bytes(32, "big"), (None, None))
        tops[decks.deck(game, shuffle)[0]] += 1
        dealers[decks.first_dealer(game, shuffle)] += 1
    # 36 cards, 100 expected each; six standard deviations are 60.
    assert len(tops) == 36
    assert all(40 < count < 160 for count in tops.values())
    assert 1600 < dealers[0] < 2000


def finished_match() -> tuple[AnyMatch, list[Shuffle]]:
    game, rng = games.get_written("haggis", 2, {"rounds": "2", "goal": "0"}), Random(5)
    shuffles = [Shuffle("abcdefgh2345", 1, number, rng.randbytes(32), ("a b=c", None)) for number in (1, 2)]
    match = Match(game, decks.first_dealer(game, shuffles[0]), ("Ann", "Bob"))
    for shuffle in shuffles:
        match.deal(decks.deck(game, shuffle))
        while match.deals[-1].result is None:
            (seat,) = game.waiting(match.state)
            match.act(seat, rng.choice(game.legal(match.state, seat)))
    return match, shuffles


def test_a_proof_verifies() -> None:
    match, shuffles = finished_match()
    assert proof.verify(match, proof.dump(match, shuffles)) == 2
    assert proof.load(proof.dump(match, shuffles), 2)[1] == shuffles


def test_a_proof_that_was_tampered_with_does_not() -> None:
    match, shuffles = finished_match()
    text = proof.dump(match, shuffles)
    for place in range(0, len(text), 7):
        wrong = text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]
        with pytest.raises(proof.ProofError):
            proof.verify(match, wrong)
    with pytest.raises(proof.ProofError):
        proof.verify(match, text[: len(text) // 2])
    with pytest.raises(proof.ProofError):
        proof.verify(match, "")


def test_a_proof_with_another_secret_that_has_its_own_commitment_does_not() -> None:
    match, shuffles = finished_match()
    other = Shuffle("abcdefgh2345", 1, 1, bytes(32), shuffles[0].cuts)
    with pytest.raises(proof.ProofError, match="another deck"):
        proof.verify(match, proof.dump(match, [other, shuffles[1]]))


def command_line() -> typer.Typer:
    app = typer.Typer()
    register(app)
    return app


def test_the_verify_command(tmp_path: Path) -> None:
    match, shuffles = finished_match()
    record, text = records.dump(match), proof.dump(match, shuffles)
    alone, both, apart = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.fair"
    alone.write_text(record, encoding="utf-8")
    both.write_text(record + text, encoding="utf-8")
    apart.write_text(text, encoding="utf-8")
    run = CliRunner().invoke
    assert "no proof" in run(command_line(), ["verify", str(alone)]).output
    for arguments in ([str(both)], [str(alone), str(apart)]):
        found = run(command_line(), ["verify", *arguments])
        assert found.exit_code == 0, found.output
        assert "all 2 follow" in found.output
    both.write_text(record + text.replace("=a b=c", "=a b=d"), encoding="utf-8")
    assert run(command_line(), ["verify", str(both)]).exit_code == 1
    alone.write_text(record.replace("Ann", "Amy"), encoding="utf-8")
    assert run(command_line(), ["verify", str(alone)]).exit_code == 1
    assert run(command_line(), ["verify", str(tmp_path / "none")]).exit_code == 1
