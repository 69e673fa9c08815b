"""The climbing games: Haggis, Haggis for three, Haggis & Neeps, Haggis & Tatties."""
