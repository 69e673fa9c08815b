"""Whole matches between two bots."""

from stramash.train.matches import Won, known, meetings, play, run


def test_a_sits_on_every_side_with_the_same_decks() -> None:
    every = list(meetings("neeps", 4, "club", "greedy", 4, first=7))
    assert [meeting.bots for meeting in every[:2]] == [
        ("club", "greedy", "club", "greedy"),
        ("greedy", "club", "greedy", "club"),
    ]
    assert [(meeting.number, meeting.side) for meeting in every] == [(7, 0), (7, 1), (8, 0), (8, 1)]


def test_matches_are_played_to_their_end_and_can_be_repeated() -> None:
    every = list(meetings("haggis", 2, "greedy", "random", 6, options={"goal": "100"}))
    told: list[dict[str, object]] = []
    found = run(every, 1, told.append)
    assert found == [play(meeting) for meeting in every]
    assert sum(won.share for won in found) > 4
    assert all(won.deals >= 1 and (won.share == 1) == (won.lead > 0) for won in found)


def test_a_shared_victory_counts_as_a_part() -> None:
    line = known([Won(1.0, 4, 30.0), Won(0.5, 6, 0.0), Won(0.0, 5, -12.0)])
    assert (line["matches"], line["won"], line["deals"], line["lead"]) == (3, 0.5, 5.0, 6.0)
    assert abs(line["error"] - 0.2887) < 1e-4
