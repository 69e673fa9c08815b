"""Quantisation of weights: calibration by play, GPTQ, and the format of the files."""
