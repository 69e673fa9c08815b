"""The real server, as a process of its own, for the browser tests: python serving.py PORT FOLDER."""

import sys

from stramash.server.config import Config
from stramash.server.serve import run


def main() -> None:
    """Serve until killed; bots answer at once, every cut is waited for, and no limit is in a test's way."""
    config = Config(
        port=int(sys.argv[1]),
        data=sys.argv[2],
        warm_up=False,
        cut_seconds=10.0,
        bot_delay=float(sys.argv[3]) if len(sys.argv) > 3 else 0.0,
        tables_per_address=1000,
        requests_per_second=1000.0,
        messages_per_second=1000.0,
        log_level="warning",
    )
    run(config, on_ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
