"""Golden deals of haggis-classic, for two and for three: each score worked out by hand from the clauses."""

from tests.rules.climbing import Round, climbing, deal, run


def two(*hands: str, haggis: str, lead: int) -> Round:
    return deal(climbing("haggis-classic", 2), *hands, haggis=haggis, lead=lead)


def three(*hands: str, haggis: str, lead: int) -> Round:
    return deal(climbing("haggis-classic", 3), *hands, haggis=haggis, lead=lead)


def test_two_players_a_bet_won_and_a_bet_lost() -> None:
    played = two(run(2, 8, "ry"), run(2, 8, "gb"), haggis="9r 10r 9y 10y 9g 10g 9b 10b", lead=0).play(f"""
        0 bet 30
        1 bet 30
        0 play 2r 2y            # C2.4: a set
        1 play 8g 8b
        0 pass
        1 play {run(2, 7, "gb")} as stair 2-7 x2
        0 play {run(3, 8, "ry")} as stair 3-8 x2
        1 pass
        0 play J Q K            # out
    """)
    # Seat 0, C10.5: 3 5 7 in four suits: 12; the haggis (C9.3), four nines: 16; seat 1's J Q K (C9.4): 26.
    # Seat 0, C9.2: seat 1 holds three cards: 15.
    # Seat 1, C10.5: the set trick 0; the bombed J Q K (C6.2): 10. 26 + 10 = 36, all there is.
    # C10.3: seat 0's 30 is won; seat 1's 30 is lost to seat 0.
    assert played.sheet == [
        (0, 26, "C10.5"),
        (0, 15, "C9.2"),
        (1, 10, "C10.5"),
        (0, 30, "C10.3"),
        (0, 30, "C10.3"),
    ]
    assert played.result.scores == (101, 10)


def test_two_players_a_run_past_ten() -> None:
    played = two(
        f"{run(2, 7, 'r')} 9r 10r {run(2, 7, 'y')}",
        f"{run(2, 10, 'g')} {run(2, 6, 'b')}",
        haggis="8r 8y 9y 10y 7b 8b 9b 10b",
        lead=1,
    ).play(f"""
        0 bet 15
        1 play 8g 9g 10g
        0 play 9r 10r K as sequence 9-J     # C2.6
        1 pass
        0 play {run(2, 7, "ry")} as stair 2-7 x2
        1 pass
        0 play J
        1 play K
        0 pass
        1 play {run(2, 7, "g")}
        0 pass
        1 play {run(2, 6, "b")} Q as sequence 2-7
        0 pass
        1 play J                # out
    """)
    # Seat 0, C10.5: 9g 9r K: 7; red and yellow 2-7: 6. 13.
    # Seat 1, C10.5: J K 7; green 2-7: 3; blue 2-6 2 and Q 3; J 2: 17; the haggis (C9.3) 9y 7b 9b: 20; seat
    # 0's last card Q (C9.4): 23. 13 + 23 = 36. C9.2: seat 0 holds one card: 5.
    # C10.3: seat 0's 15 is lost. Seat 1 is both first out and an opponent without a bet, and scores it
    # once.
    assert played.sheet == [
        (0, 13, "C10.5"),
        (1, 23, "C10.5"),
        (1, 5, "C9.2"),
        (1, 15, "C10.3"),
    ]
    assert played.result.scores == (13, 43)


def test_two_players_sets_one_on_the_other() -> None:
    fours = {rank: f"{rank}r {rank}y {rank}g {rank}b" for rank in range(2, 9)}
    played = two(
        f"{fours[3]} {fours[5]} {fours[7]} 9r 9y",
        f"{fours[2]} {fours[4]} {fours[6]} 8r 8y",
        haggis="9g 9b 8g 8b 10r 10y 10g 10b",
        lead=0,
    ).play(f"""
        1 bet 15
        0 play {fours[3]}
        1 play {fours[4]}
        0 play {fours[5]}
        1 play {fours[6]}
        0 play {fours[7]}
        1 play 8r 8y J Q as set 8
        0 play 9r 9y J Q as set 9
        1 pass
        0 play K                # out
    """)
    # Seat 0, C10.5: the 3s, 5s and 7s 12; 9r 9y 2; twice J Q 10: 24; K: 29; the haggis (C9.3) 9g 9b: 31;
    # seat 1's last hand (C9.4), the 2s and K: 36. C9.2: five cards: 25. C10.3: seat 1's 15 is lost to seat
    # 0.
    assert played.sheet == [(0, 36, "C10.5"), (0, 25, "C9.2"), (0, 15, "C10.3")]
    assert played.result.scores == (76, 0)


def test_three_players_a_lost_bet_is_paid_to_all_who_made_none() -> None:
    played = three(
        run(2, 8, "ry"),
        run(2, 8, "gb"),
        f"{run(2, 10, 'p')} 9r 10r 9y 10y 9g",
        haggis="10g 9b 10b",
        lead=0,
    ).play(f"""
        0 bet 15
        1 bet 30
        0 play {run(2, 8, "ry")} as stair 2-8 x2
        1 play {run(3, 8, "gb")} J Q as stair 3-9 x2
        2 pass
        0 play J Q K        # out
        1 pass
        2 pass              # C6.2: seat 1's stair was the highest but for the bomb
        1 play 2g
        2 play 10r
        1 play K
        2 pass
        1 play 2b           # out: the round is over
    """)
    # Seat 0, C10.5: as first out the haggis (C9.3), 9b, and seat 2's last 16 cards (C9.4): purple 4, 9r 9y
    # 9g 3, J Q K 10: 18. C9.2 at once: seat 2 holds 17: 85.
    # Seat 1, C10.5: the bombed trick 6 + 6 + 5 + 10: 27; 2g 10r K: 32. 18 + 32 = 50. C9.2: seat 2 holds
    # 16: 80.
    # C10.3: seat 0's 15 is won. Seat 1's 30 is lost to seat 0, the first out, and to seat 2, who made no
    # bet.
    assert played.sheet == [
        (0, 18, "C10.5"),
        (0, 85, "C9.2"),
        (1, 32, "C10.5"),
        (1, 80, "C9.2"),
        (0, 15, "C10.3"),
        (0, 30, "C10.3"),
        (2, 30, "C10.3"),
    ]
    assert played.result.scores == (148, 112, 30)


def test_three_players_a_set_of_eight() -> None:
    played = three(
        f"10r 10y 10g 10b 10p {run(2, 9, 'r')} 2y",
        f"{run(3, 9, 'y')} {run(2, 8, 'g')}",
        f"9g {run(2, 9, 'b')} {run(5, 9, 'p')}",
        haggis="2p 3p 4p",
        lead=0,
    ).play(f"""
        0 bet 30
        0 play 10r 10y 10g 10b 10p J Q K as set 10
        1 pass
        2 pass
        0 play {run(2, 9, "r")}
        1 pass
        2 play {run(3, 9, "b")} J as sequence 3-10
        0 pass
        1 pass
        2 play {run(5, 9, "p")}
        0 pass
        1 pass
        2 play 2b
        0 pass
        1 play 9y
        2 play Q
        0 pass
        1 pass
        2 play 9g
        0 pass
        1 play J
        2 play K            # out
        0 pass
        1 pass
        0 play 2y           # C7.1: left of seat 2. Out: the round is over
    """)
    # Seat 0, C10.5: J Q K 10; 2y 0. C9.2: seat 1 holds 15 cards: 75.
    # Seat 2, C10.5: red 2-9: 4; blue 3-9: 4; J 2: 10; 5p 7p 9p: 13; 9y Q: 17; 9g J K: 25; as first out the
    # haggis (C9.3) 3p: 26; seat 1's hand (C9.4): 3y 5y 7y, 3g 5g 7g: 6; Q K 8: 40. C9.2: 15 cards: 75.
    # C10.3: seat 0's 30 is lost to seat 2, the first out, and to seat 1, who made no bet. 10 + 40 = 50.
    assert played.sheet == [
        (0, 10, "C10.5"),
        (0, 75, "C9.2"),
        (2, 40, "C10.5"),
        (2, 75, "C9.2"),
        (1, 30, "C10.3"),
        (2, 30, "C10.3"),
    ]
    assert played.result.scores == (85, 30, 145)


def test_three_players_two_lost_bets_and_a_mixed_bomb() -> None:
    played = three(
        f"3r 5y 7g 9b {run(2, 10, 'p')} 2r",
        f"{run(4, 10, 'r')} {run(2, 6, 'g')} 2b 3b",
        f"2y 3y 4y {run(6, 10, 'y')} {run(8, 10, 'g')} {run(4, 6, 'b')}",
        haggis="7b 8b 10b",
        lead=2,
    ).play(f"""
        0 bet 30
        1 bet 15
        2 play 2y 3y 4y
        0 pass
        1 play 4g 5g 6g
        2 play 8g 9g 10g
        0 play 3r 5y 7g 9b
        1 pass
        2 play J Q
        0 pass
        1 pass                  # C6.2: seat 0's bomb was the second-highest combination
        2 play 4b 5b 6b
        0 pass
        1 pass
        2 play {run(6, 10, "y")}
        0 pass
        1 pass
        2 play K                # out
        0 play J Q
        1 pass                  # C6.2: the King's player gets the cards, out or not
        0 play {run(2, 10, "p")}
        1 pass
        0 play 2r
        1 play 7r
        0 play K                # out: the round is over
    """)
    # Seat 0, C10.5: 3y, 5g, 9g 3; 3r 5y 7g 9b 4; J Q 5: 12; purple 4; 7r 1, K 5: 22. C9.2: seat 1 holds 13
    # cards: 65. Seat 1 has taken nothing.
    # Seat 2, C10.5: 5b; 7y 9y; K J Q 10: 13; the haggis (C9.3) 7b: 14; seat 1's hand (C9.4) 5r 9r 3g 3b 4,
    # J Q K 10: 28. 22 + 28 = 50. C9.2: seat 1 holds 14 cards: 70.
    # C10.3: 30 and 15 are both lost, each in full to seat 2; seats 0 and 1 made bets and score nothing of
    # them.
    assert played.sheet == [
        (0, 22, "C10.5"),
        (0, 65, "C9.2"),
        (2, 28, "C10.5"),
        (2, 70, "C9.2"),
        (2, 30, "C10.3"),
        (2, 15, "C10.3"),
    ]
    assert played.result.scores == (87, 0, 143)
