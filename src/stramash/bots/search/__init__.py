"""The search shared by `expert`, `master`, advice and coach."""
