"""The last tricks of Mü, solved in compiled code."""
