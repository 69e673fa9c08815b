"""Golden deals of haggis3: each score worked out by hand from the clauses."""

from tests.rules.climbing import Round, climbing, deal, run


def three(*hands: str, haggis: str, lead: int) -> Round:
    return deal(climbing("haggis3"), *hands, haggis=haggis, lead=lead)


def test_the_bonus_counts_at_once_and_the_bettor_goes_out_first() -> None:
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
    # Seat 0, C10.5: 8b 9b 10b 1 and Q K 8: 9; 2b and K 5: 14; Q: 17; J: 19. The haggis (C9.3) counts nothing.
    # Seat 0, C9.2 at once: seat 2 holds 8 cards: 40.
    # Seat 1, C10.5: 3g; 5g 7g: 3.
    # Seat 2, C10.5: yellow 2-7: 3; blue 3-7: 3; J 2; 9y 1; J Q K 10: 19. Red 2-9: 4; purple 3-10: 4: 27.
    # As second out (C9.4) also seat 1's 8g 9g: 28. C9.2: seat 1 holds two cards: 10.
    # C10.3: seat 0 is the first out: its 30 is won, and seat 1's lost 15 is scored by seat 0.
    assert played.sheet == [
        (0, 19, "C10.5"),
        (0, 40, "C9.2"),
        (1, 3, "C10.5"),
        (2, 28, "C10.5"),
        (2, 10, "C9.2"),
        (0, 30, "C10.3"),
        (0, 15, "C10.3"),
    ]
    assert played.result.scores == (104, 3, 38)


def test_two_lost_bets_go_to_a_first_out_who_made_none() -> None:
    played = three(
        run(2, 8, "ry"),
        run(2, 8, "gb"),
        f"{run(2, 10, 'p')} 9r 10r 9y 10y 9g",
        haggis="10g 9b 10b",
        lead=0,
    ).play(f"""
        1 bet 15
        2 bet 30
        0 play {run(2, 8, "ry")} as stair 2-8 x2
        1 play {run(3, 8, "gb")} J Q as stair 3-9 x2
        2 pass
        0 play J Q K        # out
        1 pass
        2 pass
        0 award 2           # C6.2
        1 play 2g
        2 play 10r
        1 play K
        2 pass
        1 play 2b           # out: the round is over
    """)
    # Seat 0, C10.5: the haggis as first out (C9.3), 9b: 1. C9.2 at once: seat 2 holds 17 cards: 85.
    # Seat 1, C10.5: 2g, 10r, K: 5; 2b: 0. As second out (C9.4) seat 2's 16 cards: purple 2-10: 4; 9r 9y 9g:
    # 3; J Q K 10: 17. 22. C9.2: 16 cards: 80.
    # Seat 2, C10.5: red and yellow 2-8: 6; green and blue 3-8: 6; J Q 5; J Q K 10: 27.
    # C10.3: both bets are lost, 15 and 30, to the first out, seat 0.
    assert played.sheet == [
        (0, 1, "C10.5"),
        (0, 85, "C9.2"),
        (1, 22, "C10.5"),
        (1, 80, "C9.2"),
        (2, 27, "C10.5"),
        (0, 15, "C10.3"),
        (0, 30, "C10.3"),
    ]
    assert played.result.scores == (131, 102, 27)


def test_a_mixed_bomb_and_a_bombed_trick_for_a_player_who_is_out() -> None:
    played = three(
        f"3r 5y 7g 9b {run(2, 10, 'p')} 2r",
        f"{run(4, 10, 'r')} {run(2, 6, 'g')} 2b 3b",
        f"2y 3y 4y {run(6, 10, 'y')} {run(8, 10, 'g')} {run(4, 6, 'b')}",
        haggis="7b 8b 10b",
        lead=2,
    ).play(f"""
        2 bet 15
        2 play 2y 3y 4y
        0 pass
        0 bet 30                # C10.1: out of turn, and a pass is no card played
        1 play 4g 5g 6g
        2 play 8g 9g 10g
        0 play 3r 5y 7g 9b      # C5.2: back after a pass
        1 pass
        2 play J Q
        0 pass
        1 pass
        2 award 1
        2 play 4b 5b 6b
        0 pass
        1 pass
        2 play {run(6, 10, "y")}
        0 pass
        1 pass
        2 play K                # out
        0 play J Q
        1 pass
        0 award 2               # C6.2: seat 2 is out
        0 play {run(2, 10, "p")}
        1 pass
        0 play 2r
        1 play 7r
        0 play K                # out: the round is over
    """)
    # Seat 0, C10.5: purple 2-10: 4; 2r, 7r 1, K 5: 10. As second out (C9.4) seat 1's 13 cards: 5r 9r, 3g,
    # 3b: 4; J Q K 10: 14. 24. C9.2: seat 1 holds 13 cards: 65.
    # Seat 1, C10.5: 3y 1; 5g 1; 9g 1; 3r 5y 7g 9b 4; J Q 5: 12.
    # Seat 2, C10.5: 5b 1; 7y 9y 2; K 5 and J Q 5: 13. As first out the haggis (C9.3), 7b: 14.
    # Seat 2, C9.2 at once: seat 0 holds 13 cards, seat 1 14: 70.
    # C10.3: seat 2 is the first out: its 15 is won; seat 0's 30 is lost to seat 2.
    assert played.sheet == [
        (0, 24, "C10.5"),
        (0, 65, "C9.2"),
        (1, 12, "C10.5"),
        (2, 14, "C10.5"),
        (2, 70, "C9.2"),
        (2, 30, "C10.3"),
        (2, 15, "C10.3"),
    ]
    assert played.result.scores == (89, 12, 129)
