"""Mü for three to six players: an auction of displayed cards, two trumps, tricks that follow suit."""
