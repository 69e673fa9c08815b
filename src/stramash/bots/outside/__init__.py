"""Players from outside: by a spec, as a program of their own."""
