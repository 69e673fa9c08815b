"""What training needs of a family besides its rows; apart, so that it is known without torch."""

from typing import Final

from stramash.core.families import ByFamily

BIDDING: Final = ByFamily("bids that are given", climbing=None, mu="stramash.train.mu_bids")
"""The module that gives bids by chance; None where nobody displays cards."""
