"""The same cards for everybody: sets of deals, and how those who played them did against the field."""
