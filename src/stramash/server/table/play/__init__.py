"""What happens at a table: the journal, cards and cuts, clocks, moves, and what is told of them."""
