"""The search that the stronger players of both families share."""
