"""`python -m stramash` is the command `stramash`."""

from stramash.cli import main

if __name__ == "__main__":
    main()
