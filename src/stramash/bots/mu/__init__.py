"""The players of Mü."""
