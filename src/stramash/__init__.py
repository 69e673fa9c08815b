"""Play, study and master Haggis, Haggis & Neeps, Haggis & Tatties and Mü."""

__version__ = "0.1.0"
