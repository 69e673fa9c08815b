#!/bin/sh
# What some tests need beside Python: PostgreSQL and HAProxy. As root on Debian they are installed; elsewhere it
# is said aloud what is left out, and nothing is changed.
set -eu

want() { # package, what is left out without it, where its programs may be
    package=$1 without=$2
    shift 2
    for place in "$@"; do
        for found in $place; do [ -x "$found" ] && return; done
    done
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "tests: installing $package"
        apt-get update -qq >/dev/null 2>&1 || true # an old list may still do
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 && return
    fi
    echo "tests: *** $package is not here, so LEFT OUT: $without" >&2
    echo "tests: *** Debian: sudo apt-get install $package" >&2
}

want postgresql "everything on PostgreSQL" "/usr/lib/postgresql/*/bin/initdb" "$(command -v initdb || true)"
want haproxy "several server processes behind a balancer" /usr/sbin/haproxy "$(command -v haproxy || true)"

# A Chromium: the machine's, else Playwright's own, else the package.
python=.venv/bin/python
[ -x "$python" ] || python=python3
"$python" scripts/chromium.py --install >/dev/null
