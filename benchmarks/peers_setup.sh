#!/bin/sh
# Install other engines, each into an environment of its own: benchmarks/peers_setup.sh [rlcard|openspiel|pgx]...
# A second call costs nothing until a lock changes. One that cannot be installed does not stop the others;
# the exit status is then 1.
set -u
cd "$(dirname "$0")/.."

say() { echo "peers: $*"; }

python=.venv/bin/python
[ -x "$python" ] || python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    say "no Python 3.11 or newer: run 'make setup' first" >&2
    exit 1
}

lock_of() { echo "benchmarks/peers/requirements/$1.txt"; }
# The folder is part of it: an environment that was moved does not start.
fingerprint() { pwd; "$python" --version; cksum <"$(lock_of "$1")"; }

install() { # peer
    place=.venv-peers/$1 log=.venv-peers/$1.log
    if [ -f "$place.stamp" ] && [ -x "$place/bin/python" ] &&
        [ "$(fingerprint "$1")" = "$(cat "$place.stamp")" ]; then
        say "$1 is installed"
        return 0
    fi
    say "installing $1 into $place"
    rm -rf "$place" "$place.stamp"
    "$python" -m venv "$place" >"$log" 2>&1 &&
        "$place/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
            --no-deps --require-hashes -r "$(lock_of "$1")" >>"$log" 2>&1 &&
        "$place/bin/python" -c "import $2" >>"$log" 2>&1 &&
        fingerprint "$1" >"$place.stamp"
}

mkdir -p .venv-peers
failed=
for peer in ${*:-rlcard openspiel pgx}; do
    case $peer in
        rlcard) module=rlcard ;;
        openspiel) module=pyspiel ;;
        pgx) module=pgx ;;
        *) say "unknown: $peer; there are rlcard, openspiel and pgx" >&2; exit 2 ;;
    esac
    install "$peer" "$module" || {
        tail -n 15 ".venv-peers/$peer.log" >&2
        say "$peer could not be installed (the end of .venv-peers/$peer.log is above); it is left out" >&2
        failed="$failed $peer"
    }
done
[ -z "$failed" ] || { say "missing:$failed" >&2; exit 1; }
