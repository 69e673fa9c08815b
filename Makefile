# Every command of the project; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup setup-play web play terminal test steady test-envs test-ray browser-test coverage shots looks check docs dist contract kill-test load hurried soak silent differential bench calibration exercises bench-peers fmt lock clean

BIN := .venv/bin
# Processes that run tests: one more than cores, because tests of servers and browsers wait for much of their time.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## make .venv with everything for development
	@sh scripts/setup.sh dev

setup-play:
	@sh scripts/setup.sh play

web: setup-play ## build the page of the table, if its sources changed
	@$(BIN)/python scripts/build_frontend.py has-node || $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/node.txt
	@$(BIN)/python scripts/build_frontend.py has-fonts || $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/fonts.txt
	@$(BIN)/python scripts/build_frontend.py

play: web ## play in the browser
	@$(BIN)/stramash play

terminal: setup-play ## play in the terminal
	@$(BIN)/stramash terminal

# A test that takes long goes to whichever worker is free: browser tests beside the others, none at the end alone.
# Coverage would double the time of whatever runs in Python; it has a command of its own. What most tests need is
# compiled once, before those with a limit wait for it, and beside the tests of the page.
# Servers and bots are started by the hundred: their modules are compiled once, also where the environment says no.
test: export PYTHONDONTWRITEBYTECODE =
test: setup web ## run every test on all cores, those of the page and in the browser too
	@sh scripts/test_programs.sh
	$(BIN)/python -m tests.warm & compiling=$$!; \
	$(BIN)/python scripts/build_frontend.py test && wait $$compiling
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# What fails in one run of ten is looked into until its cause is known. Takes hours; CI does not run it.
steady: export PYTHONDONTWRITEBYTECODE =
steady: setup web ## run every test ten times in a row beside busy processes, into build/steady; TIMES=10
	@sh scripts/test_programs.sh
	$(BIN)/python -m tests.warm
	$(BIN)/python -m scripts.steady --times $(or $(TIMES),10) --workers $(WORKERS)

coverage: setup ## which lines the tests run, without those in the browser
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore=tests/browser --cov --cov-report=term

browser-test: setup web ## play in a real browser (needs chromium)
	STRAMASH_BROWSER=required $(BIN)/python -m pytest tests/browser -q

# Into an environment of its own: these packages are too large for everybody's. torch is another build for each kind
# of machine, so it has no hashes that hold for all: TORCH says which one, if not the newest.
TORCH ?= torch>=2.4
test-envs: setup ## test the environments with OpenSpiel, pyarrow and torch too, and the three examples
	test -x .venv-envs/bin/python || $(BIN)/python -m venv .venv-envs
	.venv-envs/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt -r requirements/envs.txt
	.venv-envs/bin/python -m pip install --quiet --disable-pip-version-check '$(TORCH)' 'sb3-contrib>=2.4'
	PYTHONPATH=src .venv-envs/bin/python -m pytest -q tests/envs

test-ray: setup ## test arena, benchmark and export on a real Ray, one of two nodes killed in mid-run
	test -x .venv-ray/bin/python || $(BIN)/python -m venv .venv-ray
	.venv-ray/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt -r requirements/ray.txt
	PYTHONPATH=src .venv-ray/bin/python -m pytest -q -n 0 tests/arena/test_ray.py

shots: setup web ## pictures of every page and phase into build/shots
	$(BIN)/python scripts/shots.py

# Both sizes of text beside one another, each with a server of its own.
looks: setup web ## random deals of every game at every size, 100 % and 200 %: is all that a player needs there; DEALS=1
	$(BIN)/python scripts/shots.py --deals $(or $(DEALS),1) --letter 16 & usual=$$!; \
	$(BIN)/python scripts/shots.py --deals $(or $(DEALS),1) --letter 32; large=$$?; wait $$usual && exit $$large

# Types are looked at by one core, beside the page and the documentation.
check: setup ## formatting, lint, types, the front end and the documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m mypy & types=$$!; \
	$(BIN)/python scripts/build_frontend.py check && $(MAKE) --no-print-directory docs; others=$$?; \
	wait $$types && exit $$others

docs: setup ## the documentation as a site, in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict

dist: setup web ## build wheel and sdist into dist, and look at them as the package index does
	rm -rf dist
	$(BIN)/python -m build --no-isolation --sdist --wheel
	$(BIN)/python -m twine check --strict dist/*

contract: setup ## the contract of all games over 200 random matches of every table
	STRAMASH_MATCHES=200 $(BIN)/python -m pytest -q -n $(WORKERS) tests/contract

kill-test: setup ## kill the server 50 times in mid-match, on every database that is here
	@sh scripts/test_programs.sh
	STRAMASH_KILLS=50 $(BIN)/python -m pytest -q tests/server/test_kill.py tests/server/test_balancer.py

load: setup ## load the table server: 200 tables of four, then the most that stay quick
	$(BIN)/python benchmarks/load.py --search

hurried: setup web ## play 400 times in a hurry over slow lines, in every way and game: is what was chosen what is played? PLAYS=400
	@$(BIN)/python -m tests.browser.hurried --plays $(or $(PLAYS),400)

soak: setup ## the server under everything that happens to servers; MINUTES=20
	@sh scripts/test_programs.sh
	$(BIN)/python -m benchmarks.soak --minutes $(or $(MINUTES),20)
	$(BIN)/python -m benchmarks.long_table --minutes 2

silent: setup ## players among 2,000 silent sockets, at a server that may open 1,024 files
	$(BIN)/python -m benchmarks.silent

differential: setup ## play 100,000 deals in both engines and compare them
	$(BIN)/python -m tests.differential.run

bench: setup ## measure speed
	$(BIN)/python -m benchmarks.reference
	$(BIN)/stramash bench

calibration: setup ## hold the errors that advice states against searches 20 times as long; DECISIONS=100
	$(BIN)/python -m benchmarks.calibration --decisions $(or $(DECISIONS),100)

exercises: setup ## search the positions of the exercises anew, and say which do not hold
	$(BIN)/python -m scripts.exercises --check

bench-peers: setup ## compare with other engines, installed into .venv-peers
	sh benchmarks/peers_setup.sh
	$(BIN)/python -m benchmarks.peers

fmt: setup ## format, and repair what lint can repair
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python scripts/build_frontend.py format

lock: setup ## re-make requirements/*.txt (LOCK_ARGS=--upgrade for newer versions)
	@sh scripts/lock.sh

clean: ## remove .venv and everything that was built
	rm -rf .venv .venv-envs .venv-ray .venv-peers .setup.lock .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov build dist
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
