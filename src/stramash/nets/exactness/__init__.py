"""How exact each weight of a net must be, by what it meets in play, and steps that are so."""
