"""Third-party bots: found by a spec, as a class or as a program of their own."""
