"""Golden deals of haggis, for two and for three: each score worked out by hand from the clauses."""

from tests.rules.climbing import Round, climbing, deal, run


def two(*hands: str, haggis: str, lead: int) -> Round:
    return deal(climbing("haggis", 2), *hands, haggis=haggis, lead=lead)


def three(*hands: str, haggis: str, lead: int) -> Round:
    return deal(climbing("haggis", 3), *hands, haggis=haggis, lead=lead)


def test_two_players_out_with_a_bomb_gives_away_the_trick_and_the_haggis() -> None:
    played = two(run(2, 8, "ry"), run(2, 8, "gb"), haggis="9r 10r 9y 10y 9g 10g 9b 10b", lead=0).play(f"""
        0 bet 30
        1 bet 15        # C10.1: out of turn
        0 play {run(2, 8, "ry")} as stair 2-8 x2
        1 pass          # C5.3: one pass is enough
        0 play J Q K    # out, and the round is over at once
    """)
    # Seat 0, C10.5: the first trick, 3 5 7 of red and of yellow: 6.
    # Seat 0, C9.2: out while seat 1 holds 14 + 3 cards: 5 * 17 = 85.
    # Seat 1, C6.2 and C9.3: the bombed trick J Q K, 2 + 3 + 5 = 10, and the haggis with four nines, 4: 14.
    # C9.4: seat 1's cards go to nobody.
    # C10.2: seat 0 has 91 points without bets, at least 30: won. Seat 1 has 14, less than 15: lost, to seat
    # 0, who is the first out.
    assert played.sheet == [
        (0, 6, "C10.5"),
        (0, 85, "C9.2"),
        (1, 14, "C10.5"),
        (0, 30, "C10.2"),
        (0, 15, "C10.2"),
    ]
    assert played.result.scores == (136, 14)


def test_two_players_a_bet_missed_by_one_point_by_the_first_out() -> None:
    played = two(
        f"{run(2, 9, 'r')} {run(2, 7, 'y')}",
        f"{run(2, 9, 'g')} {run(2, 7, 'b')}",
        haggis="10r 8y 9y 10y 10g 8b 9b 10b",
        lead=1,
    ).play(f"""
        1 bet 15
        1 play {run(2, 7, "b")}
        0 play {run(3, 7, "y")} J as sequence 3-8
        1 play Q K
        0 pass          # C6.2: the bombed trick goes to seat 0, the only other player
        1 play {run(2, 9, "g")}
        0 play {run(3, 9, "r")} Q as sequence 3-10
        1 pass
        0 play 2y
        1 play J        # out
    """)
    # Seat 0, C10.5: blue 2-7: 3; yellow 3-7: 3; J 2; Q 3; K 5: 16. Green 2-9: 4; red 3-9: 4; Q 3: 11. 27.
    # Seat 1, C10.5: 2y 0, J 2; the haggis (C9.3, last to play, no bomb) has 9y and 9b: 2. 4.
    # Seat 1, C9.2: seat 0 holds 2r and K: 5 * 2 = 10.
    # C10.2: seat 1 has 14 points, the bet of 15 is lost. Seat 1 is first out, but never scores its own lost
    # bet; seat 0 made no bet and scores it.
    assert played.sheet == [(0, 27, "C10.5"), (1, 4, "C10.5"), (1, 10, "C9.2"), (0, 15, "C10.2")]
    assert played.result.scores == (42, 14)


def test_two_players_the_suited_bomb_over_three_courts() -> None:
    played = two(
        f"3r 5r 7r 9r {run(2, 10, 'y')} 2g",
        f"{run(2, 10, 'b')} 2r 4r 6r 8r 10r",
        haggis=run(3, 10, "g"),
        lead=0,
    ).play(f"""
        0 bet 15
        0 play 2g
        1 bet 30
        1 play 10r
        0 play J
        1 play J Q K
        0 play 3r 5r 7r 9r  # C3.1: the highest bomb
        1 pass              # C6.2: to seat 1
        0 play {run(2, 10, "y")}
        1 pass
        0 play Q K          # out with a bomb
    """)
    # Seat 0, C10.5: yellow 2-10: 4. C9.2: seat 1 holds blue 2-10 and 2r 4r 6r 8r, 13 cards: 65.
    # Seat 1, C10.5: 2g, 10r, J 2, J Q K 10, 3r 5r 7r 9r 4: 16; Q K 8; the haggis (C9.3) 3g 5g 7g 9g 4: 28.
    # C10.2: seat 0 has 69, its 15 is won. Seat 1 has 28, its 30 is lost: to seat 0, who did bet, but is
    # first.
    assert played.sheet == [
        (0, 4, "C10.5"),
        (0, 65, "C9.2"),
        (1, 28, "C10.5"),
        (0, 15, "C10.2"),
        (0, 30, "C10.2"),
    ]
    assert played.result.scores == (114, 28)


def test_three_players_out_with_a_bomb_and_both_bets_won() -> None:
    played = three(
        run(2, 8, "ry"),
        run(2, 8, "gb"),
        f"{run(2, 10, 'p')} 9r 10r 9y 10y 9g",
        haggis="10g 9b 10b",
        lead=0,
    ).play(f"""
        0 bet 30
        2 bet 15
        0 play {run(2, 8, "ry")} as stair 2-8 x2
        1 play {run(3, 8, "gb")} J Q as stair 3-9 x2
        2 pass
        0 play J Q K        # out
        1 pass
        2 pass
        0 award 2           # C6.2
        1 play 2g           # C7.1: left of the winner, who is out
        2 play 10r
        1 play K
        2 pass              # C5.3: one pass, since seat 0 is out
        1 play 2b           # out: the round is over
    """)
    # Seat 0: no cards; C9.2 at the end of the first trick: seat 2 holds 17 cards: 85.
    # Seat 1, C10.5: 2g, 10r, K 5: 5; 2b: 0; the haggis (C9.3: last to play) has 9b: 1. 6.
    # Seat 1, C9.2: seat 2 holds 16 cards: 80.
    # Seat 2, C10.5: the bombed trick: red and yellow 2-8: 6; green and blue 3-8: 6; J Q 5; J Q K 10: 27.
    # C10.2: 85 is at least 30 and 27 is at least 15: both won.
    assert played.sheet == [
        (0, 85, "C9.2"),
        (1, 6, "C10.5"),
        (1, 80, "C9.2"),
        (2, 27, "C10.5"),
        (0, 30, "C10.2"),
        (2, 15, "C10.2"),
    ]
    assert played.result.scores == (115, 86, 42)


def test_three_players_the_round_ends_with_a_bomb() -> None:
    played = three(
        run(2, 8, "ry"),
        run(2, 8, "gb"),
        f"{run(2, 10, 'p')} 9r 10r 9y 10y 9g",
        haggis="10g 9b 10b",
        lead=1,
    ).play(f"""
        2 bet 15
        1 bet 30
        1 play {run(2, 8, "gb")} as stair 2-8 x2
        2 pass
        0 play {run(3, 8, "ry")} J Q as stair 3-9 x2
        1 pass
        2 pass
        0 play 2r
        1 pass
        2 play 9r
        0 play K
        1 pass
        2 pass
        0 play 2y           # out
        1 play J Q K        # out: the round is over
        1 award 2           # C6.2
        1 award 0           # C9.3
    """)
    # Seat 0, C10.5: green and blue 2-8: 6; red and yellow 3-8: 6; J Q 5: 17. 2r, 9r 1, K 5: 6.
    # The haggis by seat 1's choice, 9b: 1. 24. C9.2 at the trick's end: seat 2 holds 16 cards: 80.
    # Seat 1: C9.2, the same 80.
    # Seat 2, C10.5: 2y and J Q K by seat 1's choice: 10.
    # C10.2: seat 1 has 80, won. Seat 2 has 10, less than 15: seat 0, first out, scores it, and scores it once
    # although it made no bet either; seat 1 made a bet and scores nothing of it.
    assert played.sheet == [
        (0, 24, "C10.5"),
        (0, 80, "C9.2"),
        (1, 80, "C9.2"),
        (2, 10, "C10.5"),
        (1, 30, "C10.2"),
        (0, 15, "C10.2"),
    ]
    assert played.result.scores == (119, 110, 10)


def test_three_players_two_lost_bets_one_of_them_by_the_first_out() -> None:
    played = three(
        f"{run(2, 9, 'r')} {run(2, 7, 'y')}",
        f"{run(2, 9, 'g')} {run(2, 7, 'b')}",
        f"{run(3, 10, 'p')} {run(8, 10, 'yb')}",
        haggis="2p 10r 10g",
        lead=0,
    ).play(f"""
        0 bet 30
        1 bet 15
        0 play {run(2, 7, "y")}
        1 play {run(3, 7, "b")} J as sequence 3-8
        2 play 8y 9y 10y J Q K as sequence 5-10
        0 pass
        1 pass
        2 play 8b 9b 10b
        0 pass
        1 play Q K
        2 pass
        0 pass
        1 award 0
        1 play 2g 3g 4g
        2 pass
        0 pass
        1 play 5g 6g 7g
        2 pass
        0 pass
        1 play 2b
        2 pass
        0 play K
        1 pass
        2 pass
        0 play Q
        1 pass
        2 pass
        0 play J
        1 pass
        2 pass
        0 play {run(2, 9, "r")}     # out, while seat 2 holds 8 cards and seat 1 two
        1 pass
        2 play {run(3, 10, "p")}    # out: the round is over
    """)
    # Seat 0, C10.5: 8b 9b 10b 1 and Q K 8: 9; 2b and K 5: 14; Q: 17; J: 19.
    # Seat 0, C9.2 at the trick's end, when seat 1 holds 8g 9g and seat 2 nothing: 10.
    # Seat 1, C10.5: 3g; 5g 7g: 3.
    # Seat 2, C10.5: yellow 2-7: 3; blue 3-7: 3; J 2; 9y 1; J Q K 10: 19. Red 2-9: 4; purple 3-10: 4: 27.
    # The haggis (C9.3) has nothing that counts. C9.2: 10.
    # C9.4: 9g in seat 1's hand goes to nobody, so 49 of the 50 card points are scored.
    # C10.2: seat 0 has 29, its 30 is lost: not to itself, though first out; not to seat 1, who bet; to seat
    # 2. Seat 1 has 3, its 15 is lost: to seat 0, who is first out, and to seat 2, who made no bet.
    assert played.sheet == [
        (0, 19, "C10.5"),
        (0, 10, "C9.2"),
        (1, 3, "C10.5"),
        (2, 27, "C10.5"),
        (2, 10, "C9.2"),
        (2, 30, "C10.2"),
        (0, 15, "C10.2"),
        (2, 15, "C10.2"),
    ]
    assert played.result.scores == (44, 3, 82)
