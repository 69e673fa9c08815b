#!/bin/sh
# Make .venv and install stramash into it: scripts/setup.sh [play|dev]
# A second call costs nothing until the locks, pyproject.toml or this script change.
set -eu
cd "$(dirname "$0")/.."

profile=${1:-dev}
case $profile in
    play) lock=requirements/runtime.txt ;;
    dev) lock=requirements/dev.txt ;;
    *) echo "setup: unknown profile '$profile'; there are play and dev" >&2; exit 2 ;;
esac

say() { echo "setup: $*"; }
fail() { for line in "$@"; do echo "setup: $line" >&2; done; exit 1; }

# The folder is part of it: see is_elsewhere.
fingerprint() { pwd; cat "$1" pyproject.toml scripts/setup.sh | cksum; }
is_current() { # profile, lock
    [ -x .venv/bin/python ] && [ -x .venv/bin/stramash ] && [ -f ".venv/stramash-$1.stamp" ] &&
        [ "$(fingerprint "$2")" = "$(cat ".venv/stramash-$1.stamp")" ]
}

# dev holds everything that play does.
is_current dev requirements/dev.txt && exit 0
is_current "$profile" "$lock" && exit 0

# Two shells must not install into one environment at a time; where flock is missing we trust the user.
if command -v flock >/dev/null 2>&1; then
    exec 9>.setup.lock
    flock 9
    is_current "$profile" "$lock" && exit 0
fi

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if is_new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    fail "no Python 3.11 or newer found. Install one and try again:" \
        "  Debian, Ubuntu: sudo apt-get install python3 python3-venv" \
        "  Fedora:         sudo dnf install python3" \
        "  macOS:          brew install python" \
        "or name it: PYTHON=/path/to/python3 make setup"
}

# Debian and Ubuntu leave ensurepip out of python3 and put it into a package of its own.
install_debian_venv() { # python
    package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    command -v apt-get >/dev/null 2>&1 ||
        fail "$1 cannot make virtual environments (its ensurepip is missing); install its venv package"
    if [ "$(id -u)" = 0 ]; then
        as_root=""
    elif command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        as_root=sudo
    else
        fail "$package is missing. As root, type: apt-get install $package" "then try again"
    fi
    say "installing $package"
    $as_root apt-get update -qq >"$log" 2>&1 || true # an old list may still do
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >"$log" 2>&1 || {
        cat "$log" >&2
        fail "could not install $package. As root, type: apt-get install $package"
    }
}

pip_install() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input "$@" >"$log" 2>&1 || {
        cat "$log" >&2
        fail "pip failed (its output is above)"
    }
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# A folder that was moved or copied: the scripts in its .venv still start the old place's Python.
is_elsewhere() { [ -f .venv/home ] && [ "$(cat .venv/home)" != "$(pwd)" ]; }

if is_elsewhere || ! is_new_enough .venv/bin/python || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 || install_debian_venv "$python"
    say "making .venv with $("$python" --version 2>&1)"
    "$python" -m venv --clear .venv >"$log" 2>&1 || {
        cat "$log" >&2
        fail "could not make .venv"
    }
    pwd >.venv/home
fi

say "installing $lock"
# The lock holds everything, so nothing is left to be resolved: older pips looked at the newest coverage for
# the sake of coverage[toml], and refused it because it is not the one that is pinned.
pip_install --no-deps --require-hashes -r "$lock"
say "installing stramash itself"
pip_install --no-deps --no-build-isolation -e .

fingerprint "$lock" >".venv/stramash-$profile.stamp"
