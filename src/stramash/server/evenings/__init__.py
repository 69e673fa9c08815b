"""Evenings of duplicate: the same deals at many tables, and who may play and see what of them when."""
