"""What training needs of a family besides its rows; apart, so that it is known without torch."""

from typing import Final

from stramash.core.families import ByFamily

BIDDING: Final = ByFamily("bidders", climbing=None, mu="stramash.train.mu.bids")
"""The module with a family's bidders; None where nobody displays cards."""
