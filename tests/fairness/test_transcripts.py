"""The same messages for both witnesses; the page's hears them in frontend/tests/witness.test.ts."""

import json
from typing import Any

import pytest
from tests.fairness.transcripts import CASES, FILE, is_whole

from stramash.fairness.seen import Seen
from stramash.fairness.witness import Witness

TRANSCRIPTS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda transcript: transcript["name"])
def test_the_witness_finds_what_it_should(transcript: dict[str, Any]) -> None:
    wanted = transcript["seen"]
    cuts = [deck["cut"] for deck in wanted["decks"] if deck["cut"]]
    witness = Witness(Seen(wanted["table"]), make_cut=lambda: cuts.pop(0))
    sent = []
    for one in transcript["heard"]:
        if "hear" in one:
            sent += witness.hear(one["hear"])
        else:
            witness.answered(one["answered"], one["with"])
    assert sent == transcript["sent"]
    found = json.loads(witness.seen.dump())
    if not is_whole(transcript["name"]):
        for deck in found["decks"]:
            deck["told"] = None
    assert found == wanted


def test_every_case_is_in_the_file() -> None:
    assert [transcript["name"] for transcript in TRANSCRIPTS] == list(CASES)
    honest = [one for one in TRANSCRIPTS if one["name"].startswith("honest")]
    assert all(not one["seen"]["broken"] for one in honest)
    assert all(one["seen"]["broken"] for one in TRANSCRIPTS if one not in honest)
