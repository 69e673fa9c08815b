"""The real server, as a process of its own, for the browser tests: serving.py PORT FOLDER [DELAY [GATE]]."""

import sys
from pathlib import Path

from stramash.server.config import Config
from stramash.server.serve import run
from stramash.server.thinking import processes

WAIT = "import sys; open(sys.argv[1]).read()"


def main() -> None:
    """Serve until killed; bots answer at once, every cut is waited for, and no limit is in a test's way.

    With a gate, a named pipe, the engine is being prepared until somebody opens it; the adviser needs none.
    """
    gate = sys.argv[4] if len(sys.argv) > 4 else None
    if gate is not None:
        thinking = str(Path(__file__).parent / "thinking.py")
        vars(processes).update(WARMING=(sys.executable, "-c", WAIT, gate), WORKER=(sys.executable, thinking))
    config = Config(
        port=int(sys.argv[1]),
        data=sys.argv[2],
        warm_up=gate is not None,
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
