"""The table server: friends and bots at one table, nothing lost, nothing leaked."""
