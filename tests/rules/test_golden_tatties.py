"""Golden deals of tatties: each score worked out by hand from the clauses. Every card counts 1 (C10.5)."""

from tests.rules.climbing import climbing, deal, run

HANDS = (run(2, 8, "ry"), run(2, 8, "gb"), f"{run(2, 10, 'p')} 9r 10r 9y 10y 9g")


def test_no_shepherd_and_a_bomb_that_keeps_the_trick() -> None:
    played = deal(climbing("tatties"), *HANDS, haggis="10g 9b 10b", dealer=0, lead=1, ready=False).play(f"""
        0 pass                  # C8.2: from the dealer
        1 pass
        2 pass
        1 play {run(2, 8, "gb")} as stair 2-8 x2
        2 pass
        0 play {run(3, 8, "ry")} J Q as stair 3-9 x2
        1 play J Q K            # out
        2 pass
        0 pass                  # C6.2: seat 1 keeps the cards
        2 play {run(2, 10, "p")}
        0 pass
        2 play J
        0 play K
        2 pass
        0 play 2r
        2 play 9r
        0 pass
        2 play 9y 10y Q as sequence 8-10
        0 pass
        2 play 10r
        0 pass
        2 play K
        0 pass
        2 play 9g               # out: the round is over
    """)
    # Seat 0: J K: 2.
    # Seat 1: 14 + 14 + 3: 31; as first out the haggis (C9.3), 3, and seat 0's last card 2y (C9.4): 35.
    # Seat 1, C9.2: seat 2 holds 17 cards: 85.
    # Seat 2: purple 9; 2r 9r: 11; 9y 10y Q: 14; 10r, K, 9g: 17. C9.2: seat 0 holds one card: 5.
    # 2 + 35 + 17 = 54 = 45 + 9. Nobody bid, so C10.4 does not come in.
    assert played.sheet == [
        (0, 2, "C10.5"),
        (1, 35, "C10.5"),
        (1, 85, "C9.2"),
        (2, 17, "C10.5"),
        (2, 5, "C9.2"),
    ]
    assert played.result.scores == (2, 120, 22)


def test_a_shepherd_who_goes_out_first() -> None:
    played = deal(climbing("tatties"), *HANDS, haggis="9b 10g 10b", dealer=1, lead=2, ready=False).play(f"""
        1 bid 15
        2 bid 30
        0 pass
        1 bid 45
        2 pass
        1 putback 2g            # C8.3: one card taken for 45, the top one, 9b
        1 play {run(3, 8, "g")} J {run(3, 9, "b")} as stair 3-9 x2
        2 pass
        0 pass
        1 play 2b
        2 play 10r
        0 pass
        1 play Q K              # out
        2 play J Q K            # a higher bomb, and C6.2: seat 2 keeps the cards
        0 pass
        2 play {run(2, 10, "p")}
        0 pass
        2 play 9r
        0 pass
        2 play 9y
        0 pass
        2 play 10y
        0 pass
        2 play 9g               # out: the round is over
    """)
    # Seat 1: the stair, 14; the haggis (C9.3) 2g 10g 10b: 17; seat 0's whole hand (C9.4): 34.
    # Seat 1, C9.2 at the trick's end: seat 0 holds 17 cards: 85.
    # Seat 2: 2b 10r Q K J Q K: 7; purple 9: 16; 9r 9y 10y 9g: 20. C9.2: seat 0 holds 17: 85.
    # 34 + 20 = 54. C10.4: the Shepherd is the first out and scores the bid of 45.
    assert played.sheet == [
        (1, 34, "C10.5"),
        (1, 85, "C9.2"),
        (2, 20, "C10.5"),
        (2, 85, "C9.2"),
        (1, 45, "C10.4"),
    ]
    assert played.result.scores == (0, 164, 105)


def test_sheep_share_the_bid_in_thirds() -> None:
    played = deal(
        climbing("tatties"),
        *HANDS,
        haggis="10g 9b 10b",
        dealer=0,
        lead=2,
        totals=(50, 20, 10),
        number=3,
        ready=False,
    ).play(f"""
        0 bid 30
        1 bid 30                # C8.2: equal, with the lower total
        2 bid 30                # and lower still
        0 pass
        1 pass
        2 putback 9b 9g         # C8.3: 10g and 9b were taken; one of them goes back
        2 play {run(2, 10, "p")}
        0 pass
        1 play J Q K
        2 pass
        0 pass
        1 play {run(2, 8, "gb")} as stair 2-8 x2     # out: a Sheep first
        2 pass
        0 play {run(3, 8, "ry")} J Q as stair 3-9 x2
        2 pass
        0 play K
        2 pass
        0 play 2r
        2 play J
        0 pass
        2 play 9r 10r K as sequence 8-10
        0 pass
        2 play 9y 10y Q as sequence 8-10
        0 pass
        2 play 10g              # out: the round is over
    """)
    # Seat 0: the two stairs, 28; K: 29.
    # Seat 1: purple 9 and J Q K: 12; the haggis (C9.3) 9b 9g 10b: 15; seat 0's last card 2y (C9.4): 16.
    # Seat 1, C9.2 at the trick's end: seat 0 holds 3 cards, seat 2 holds 9r 10r 9y 10y 10g J Q K, 8: 40.
    # Seat 2: 2r J: 2; 9r 10r K: 5; 9y 10y Q: 8; 10g: 9. C9.2: seat 0 holds one card: 5.
    # 29 + 16 + 9 = 54. C10.4: of 30 the first Sheep out scores 20, the other 10; the Shepherd loses nothing.
    assert played.sheet == [
        (0, 29, "C10.5"),
        (1, 16, "C10.5"),
        (1, 40, "C9.2"),
        (2, 9, "C10.5"),
        (2, 5, "C9.2"),
        (1, 20, "C10.4"),
        (0, 10, "C10.4"),
    ]
    assert played.result.scores == (39, 76, 14)
    assert played.result.totals == (89, 96, 24)
