"""OpenSpiel's information-set MCTS plays two-player Haggis against our `club`.

Try it:  pip install "stramash[openspiel]"
         python examples/openspiel_ismcts.py --deals 4 --simulations 100
"""

import argparse
from random import Random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import stramash.envs.openspiel  # noqa: F401  # registers the games
from stramash.bots.registry import seat_bot
from stramash.core.match import Match
from stramash.envs.action_ids import Chosen
from stramash.envs.openspiel import shared_by

NAME, PARAMETERS = "stramash_haggis", {"seats": 2, "options": ""}


def play(deal, simulations, searcher):
    """One deal: the points of the searcher's seat less the other's."""
    rng = np.random.RandomState(deal)
    spiel = pyspiel.load_game(NAME, PARAMETERS)
    ours = shared_by("haggis", 2, "")
    state = spiel.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(outcomes, p=chances)))
    dealer, *deck = state.history()
    # The same deal at one of our tables: club is given views, and what it plays is told in numbers.
    match = Match(ours.game, dealer)
    match.deal(tuple(deck))
    club = seat_bot("club", ours.game, Random(deal))
    search = ismcts.ISMCTSBot(
        game=spiel,
        uct_c=50.0,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        max_simulations=simulations,
        random_state=rng,
    )
    numbers = ours.tables.action_ids
    chosen = None  # of a move that takes several numbers
    while not state.is_terminal():
        seat = state.current_player()
        view = match.view(seat)
        if seat == searcher:
            number = search.step(state)
            found = numbers.choices(view, chosen)[number]
            state.apply_action(number)
            chosen = found if isinstance(found, Chosen) else None
            if chosen is None:
                match.act(seat, found)
        else:
            move = club.interject(view) or club.choose(view)
            for number in numbers.encode(view, move):
                state.apply_action(number)
            match.act(seat, move)
    return state.returns()[searcher]


def main():
    """Some deals, each side dealing in turn."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=4)
    options.add_argument("--simulations", type=int, default=100)
    chosen = options.parse_args()
    leads = [play(deal, chosen.simulations, deal % 2) for deal in range(chosen.deals)]
    error = np.std(leads) / np.sqrt(max(1, len(leads) - 1))
    print(f"ISMCTS with {chosen.simulations} simulations: {np.mean(leads):+.1f} ± {error:.1f} points a deal")


if __name__ == "__main__":
    main()
