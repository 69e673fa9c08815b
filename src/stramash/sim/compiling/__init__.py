"""How functions are compiled, kept, told of and copied for the options of one game."""
