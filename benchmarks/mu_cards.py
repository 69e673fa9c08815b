"""Who plays the cards of Mü better: two nets, duplicate deals, after the same auctions of a third.

``python -m benchmarks.mu_cards DEALS A.net B.net BIDS.net``: everybody bids by the third net, by its
chances, and names trumps as it likes best, in every other deal by its chances too. Then each seat's cards are
A's or B's, with up to four seats as in a duel, with more every other seat. Needs torch, no GPU.
"""

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import torch

from stramash import games
from stramash.core.errors import StramashError
from stramash.nets.cards import read_card
from stramash.train.duel import MOST_SIDES
from stramash.train.learn import Settings, Trainer
from stramash.train.measure import MOST_STEPS, seatings
from stramash.train.mu.bids import is_before_cards, is_bidding
from stramash.train.selfplay.play import Games, Sight, decide
from stramash.train.start import begin_with

SEED: Final = 77


def game_of(paths: list[Path]) -> Any:
    """The game that all of some nets play."""
    first, *others = ((card.game, card.seats) for card in map(read_card, paths))
    if first[0] != "mu" or any(other != first for other in others):
        raise StramashError("nets of Mü for the same number of seats are compared")
    return games.get(*first)


def player(path: Path) -> tuple[dict[str, Any], Sight]:
    """The weights of a net, and how it is told of positions."""
    card = read_card(path)
    shape = {name: card.shape[name] for name in ("width", "blocks", "move_width")}
    made = Trainer(games.get(card.game, card.seats), Settings(games=1, **shape), "cpu")
    begin_with(made, path)
    return made.parameters.averaged(), made.sight


def leads(game: Any, deals: int, ours: torch.Tensor, a: Any, b: Any, bids: Any, sight: Sight) -> torch.Tensor:
    """By deal: the mean of A's seats less that of B's."""
    table = Games(game, deals, SEED, "cpu", goes_on=False)
    draws = torch.arange(deals) % 2 == 0
    for step in range(MOST_STEPS):
        if bool((table.seats < 0).all()):
            break
        met, before = table.meet(), is_before_cards(table.records)
        is_sure = ~is_bidding(table.records) & ~draws
        said, _ = decide(bids, sight, met, 1000 + step, is_sure=is_sure)
        mine, theirs = (decide(parts, sight, met, step, is_greedy=True)[0] for parts in (a, b))
        cards = torch.where(ours[table.seats.clamp(min=0)], mine, theirs)
        table.batch.step(table.lent(torch.where(before, said, cards)))
    points = table.scores.double()
    return points[:, ours].mean(dim=1) - points[:, ~ours].mean(dim=1)


def main() -> int:
    """Read the command line and let them play."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mu_cards", description=__doc__)
    parser.add_argument("deals", type=int)
    parser.add_argument("nets", type=Path, nargs=3, metavar="NET")
    given = parser.parse_args()
    torch.set_num_threads(1)  # on a busy machine two that wait for each other are far slower than one
    try:
        game = game_of(given.nets)
        (a, sight), (b, _), (bids, _) = map(player, given.nets)
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    lines = seatings(game)
    if game.seats > MOST_SIDES:
        lines = [tuple(seat % 2 == first for seat in range(game.seats)) for first in (0, 1)]
    found = [leads(game, given.deals, torch.tensor(line), a, b, bids, sight) for line in lines]
    by_deal = torch.stack(found).mean(dim=0)
    spread = float(by_deal.std()) / len(by_deal) ** 0.5
    print(f"cards of {given.nets[0]} over {given.nets[1]}: {float(by_deal.mean()):+.2f} ± {spread:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
