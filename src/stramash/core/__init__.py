"""What every game shares: cards, seats, events, matches and records."""
