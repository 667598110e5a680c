# Taproom: everything a person types. Needs git, make and Python 3.11 or newer (with venv); installs the rest into .venv.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r
# uv takes seconds for what takes pip a minute. Where it does not run or reaches no packages, pip installs them.
INSTALL = $(PIP) requirements-installer.txt --only-binary :all: && \
	$(BIN)/uv pip install --quiet --no-cache --python $(BIN)/python --require-hashes -r $< || $(PIP) $<
# A save waits for its disk, and tests save thousands of times: where memory is to spare, it stands in for the disk.
SPARE := $(shell test "$$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 {print $$4}')" -gt 2000000 2>/dev/null && \
	test -w /dev/shm && echo PYTEST_DEBUG_TEMPROOT=/dev/shm)
# Tests start many processes; each would compile all of the bot anew where no bytecode is kept.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(SPARE) $(BIN)/python -m pytest
# On all processors; a file stays together on one of them, with what it has set up. The order is that of tests/conftest.py.
FAST := --numprocesses auto --maxprocesses 8 --dist loadfile --no-loadscope-reorder -m "not slow"
# Slow tests are few and long: only those stay together that share what is expensive (the marks xdist_group).
SLOW := --numprocesses auto --maxprocesses 8 --dist loadgroup --no-loadscope-reorder --durations 12 \
	-m "slow$(if $(ONLY), and $(ONLY))" $(if $(SHARD),--shard $(SHARD))

TSC := tools/typescript/node_modules/.bin/tsc

.DEFAULT_GOAL := help
.PHONY: help setup run sprites test test-slow check check-style check-types check-docs activity format bench load cluster strength fast run-fast gallery words commands lock package audit clean

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/.dev ## install everything, tools for developers included

run: $(VENV)/.run ## run the bot; without a token: the playground in the browser
	@$(BIN)/python -m bot.sprites
	@$(BIN)/python -m bot

sprites: $(VENV)/.dev
	@$(BIN)/python -m bot.sprites

test: sprites ## the tests, without the slow ones; F=plans: those of a feature, and whether the rest still stands
ifdef F
	@files=$$($(BIN)/python -m tools.covering $(F)) && $(PYTEST) -q $(FAST) $$files
else
	@$(PYTEST) $(FAST)
endif

test-slow: sprites ## the slow tests alone; ONLY=browser or "not browser"; SHARD=1/3: the first third
	@$(PYTEST) $(SLOW)

check: $(VENV)/.dev ## style, types, import contracts, docs against code
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target check-style check-types check-docs

check-style:
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@if $(MAKE) --no-print-directory $(TSC) 2>/dev/null; then $(TSC) -p tools/typescript; else \
		echo "no TypeScript (npm installs it): the types of bot/web/static were not checked"; fi

check-types:
	@$(BIN)/mypy

check-docs:
	@$(PYTEST) -q -m "not slow" --ignore tests/docs/test_adding_a_game.py tests/docs tests/project

$(TSC): tools/typescript/package-lock.json
	@npm ci --prefix tools/typescript --silent --no-audit --no-fund
	@touch $@

activity: ## bundle Discord's SDK for boards inside Discord, after a new version of it; needs Node.js
	@npm ci --prefix tools/activity --silent --no-audit --no-fund
	@node tools/activity/build.mjs

format: $(VENV)/.dev ## put the code into the one layout
	@$(BIN)/ruff check --fix-only --exit-zero --quiet .
	@$(BIN)/ruff format .

bench: $(VENV)/.dev ## what pictures and replays cost, as ratios to the floor of the same run
	@$(BIN)/python -m tools.bench

load: $(VENV)/.dev ## capacity in clicks a second, beside a bare bot; RATES="50 100", TABLES=300, TOGETHER=10, SECONDS=10; MOVES=100000 for its memory
	@$(BIN)/python -m tools.load --tables $(or $(TABLES),1000) --seconds $(or $(SECONDS),20) \
		--rates $(or $(RATES),10 25 50 100 200) --together $(or $(TOGETHER),1) --moves $(or $(MOVES),0)

cluster: $(VENV)/.dev ## several processes with one PostgreSQL, while it all fails; SECONDS=600, PROCESSES=4, THINKERS=2, SERVERS=2000
	@$(BIN)/python -m tools.cluster --processes $(or $(PROCESSES),4) --thinkers $(or $(THINKERS),2) \
		--servers $(or $(SERVERS),2000) --seconds $(or $(SECONDS),600)

strength: $(VENV)/.dev ## how strong the minds are: plays what docs/strength.md lists; GAMES="ploc thrag" for some, JOBS=2 for more processes
	@for game in $(or $(GAMES),thud koom trogdor thrag ploc); do \
		grep "^python -m engine arena $$game " docs/strength.md | while read -r command; do \
			echo "$$command"; $(BIN)/$$command --jobs $(or $(JOBS),1) </dev/null || exit 1; done || exit 1; done

fast: $(VENV)/.dev ## a copy in build/fast with compiled minds; needs a C compiler, and is never needed
	@$(BIN)/python -m tools.fast

run-fast: fast ## run the bot from that copy
	@PYTHONPATH=build/fast $(BIN)/python -P -m bot

gallery: $(VENV)/.run ## contact sheets of every picture: at full size, at 400 px, and for three kinds of colour blindness
	@$(BIN)/python -m tools.gallery

words: $(VENV)/.dev ## bring the files of the other languages in step with the English sentences
	@$(BIN)/python -m tools.translations

commands: $(VENV)/.dev ## write the table of commands in docs/commands.md anew
	@$(BIN)/python -m tools.commands_page

lock: $(VENV)/.dev ## pin the newest allowed versions of everything
	@for extras in "--all-extras:-dev" "--extra playground -c requirements-dev.txt:-playground" "--extra cluster -c requirements-dev.txt:-cluster" "--extra cjk -c requirements-dev.txt:-cjk" "-c requirements-dev.txt:"; do \
		$(BIN)/uv pip compile --quiet --universal --upgrade --no-header --no-annotate --generate-hashes \
			$${extras%%:*} pyproject.toml -o requirements$${extras##*:}.txt || exit 1; done
	@echo uv | $(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --generate-hashes - \
		-c requirements-dev.txt -o requirements-installer.txt

package: sprites ## wheel and source distribution in dist/, with checksums and the notes of VERSION=1.0.0
	@grep -q '^version = "$(VERSION)"$$' pyproject.toml || { echo "pyproject.toml has another version than $(VERSION)"; exit 1; }
	@grep -Eq '^## \[$(VERSION)\] - [0-9-]{10}$$' CHANGELOG.md || { echo "CHANGELOG.md has no day for $(VERSION)"; exit 1; }
	@rm -rf dist build/lib build/bdist.*
	@$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python
	@cd dist && sha256sum taproom* > SHA256SUMS
	@awk '/^## \[/ {on = index($$0, "[$(VERSION)]")} on && !/^## \[/' CHANGELOG.md > dist/NOTES.md

audit: $(VENV)/.dev ## what is known of faults in the pinned packages; asks PyPI, so it needs a network
	@for lock in requirements.txt requirements-playground.txt requirements-cluster.txt requirements-cjk.txt requirements-installer.txt requirements-dev.txt; do \
		$(BIN)/pip-audit --strict --progress-spinner off --disable-pip --require-hashes -r $$lock || exit 1; done

clean: ## remove what setup made
	rm -rf $(VENV) tools/typescript/node_modules tools/activity/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Taproom needs Python 3.11 or newer with venv (on Debian: apt install python3-venv)."; exit 1; }
	@echo "Setting up $(VENV) with $$($(PYTHON) --version). This takes a minute, once."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements-playground.txt | $(BIN)/python
	@$(INSTALL)
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(BIN)/python
	@$(INSTALL)
	@touch $@ $(VENV)/.run
