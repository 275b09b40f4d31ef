# Everything goes through .venv, which `make` sets up from requirements.lock by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
ALL := $(VENV)/all
# The locks name all that is needed. Without --no-deps older pips resolve `coverage[toml]` anew and then miss its hash,
# from the day on which a newer coverage is published.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps

# Where Python is told to keep no bytecode, every process that a test starts compiles what it imports again, and what uv
# installs has none: with pandas, Matplotlib and SciPy that is 3.6 s instead of 1.3.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-full test-slow test-bounds test-interpreted coverage lint bench sizes words page check-page lock release rehearsal image clean

run: $(READY)  ## the page, in the browser
	@$(BIN)/playout web

# What playing needs; the rest, for experiments and tests, comes on top of it.
$(READY): requirements-run.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Playout needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements-run.lock
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

# uv, as the lock pins it, installs the rest in seconds; where it cannot reach what pip can, pip does, in a minute.
$(ALL): requirements.lock $(READY)
	sed -n '/^uv==/,/[^\\]$$/p' $< > $(VENV)/uv.txt && $(INSTALL) --require-hashes -r $(VENV)/uv.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r $< \
	  || $(INSTALL) --require-hashes -r $<
	@touch $@

# A process more than there are cores: tests of the page, of killed workers and of clocks wait much of their time.
PYTEST := $(BIN)/python -m pytest -n 3
# Those that prove the same in plain Python, where nothing has to be compiled first.
PLAIN := tests/search tests/games tests/test_conformance.py tests/test_examples.py tests/test_setup.py tests/test_heat.py \
  tests/test_parameters.py tests/test_cli.py tests/test_french.py tests/test_language.py tests/test_terminal_plain.py \
  tests/solve/test_dfpn.py tests/solve/test_dfpn_table.py tests/solve/test_solve_hex_parts.py \
  tests/nets/test_opinion.py tests/nets/test_checks.py tests/formats/test_gtp_notation.py tests/formats/test_gtp_server.py \
  tests/lab/test_commands.py tests/lab/accuracy/test_accuracy.py tests/web/test_fuzz.py
test: $(ALL)  ## the tests, in some minutes: rules and searches in plain Python, which needs no compiler; the rest compiled
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not full" $(PLAIN)
	$(PYTEST) -m "not slow and not full" $(PLAIN:%=--ignore=%)

test-full: $(ALL)  ## all tests but those that take hours, everything compiled
	$(PYTEST) -m "not slow"

test-slow: $(ALL)  ## full-size checks that take hours: 10,000 games a game against OpenSpiel, solved boards
	$(PYTEST) -m slow

test-bounds: $(ALL)  ## the tests again with every array access checked
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m "not slow"

test-interpreted: $(ALL)  ## the tests again in plain Python
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow"

coverage: $(ALL)  ## the share of lines that the tests run, kernels too: hence in plain Python
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow" --cov=playout --cov-report=term

lint: $(ALL)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(ALL)  ## playouts and simulations per second beside OpenSpiel's C++; do searches obey? what is slower than AGAINST, the last release?
	$(BIN)/playout bench --json benchmarks/playouts.json
	$(BIN)/python benchmarks/searches.py benchmarks/searches.json
	$(BIN)/python benchmarks/obedience.py benchmarks/obedience.json
	$(BIN)/python benchmarks/page.py benchmarks/page.json
	$(BIN)/python benchmarks/before_and_after.py $(AGAINST) --history benchmarks/history.jsonl

sizes: $(ALL)  ## what an install takes, and how soon it answers
	$(BIN)/python tools/sizes.py benchmarks/sizes.json

words: $(ALL)  ## bring the French catalogue up to date; what is new in it has no French yet
	$(BIN)/python tools/messages.py

# The page's sources are in frontend/; what they are built to is committed, so that users need no Node.
page: $(ALL) frontend/node_modules/ready  ## build the page anew, its types from the server's models
	$(BIN)/python frontend/protocol.py
	cd frontend && npm run --silent build

check-page: page  ## the page's own checks; does it come out as it is committed?
	cd frontend && npm run --silent check && npm test --silent
	git diff --exit-code --stat -- src/playout/web/static frontend/src/protocol.ts frontend/src/words/shared.ts frontend/tests/parameters.json
	test -z "$$(git ls-files --others --exclude-standard src/playout/web/static)"

frontend/node_modules/ready: frontend/package-lock.json
	cd frontend && npm install --no-save --no-audit --no-fund
	@touch $@

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock: $(ALL)  ## pin anew what pyproject.toml asks for
	$(LOCK) --extra cluster --extra train --extra tune --extra web --group dev pyproject.toml -o requirements.lock
	$(LOCK) --extra web --group build -c requirements.lock pyproject.toml -o requirements-run.lock

release: $(ALL)  ## build the sources and the wheels, install them and try every command; says what speaks against it
	$(BIN)/python tools/release.py

rehearsal: $(ALL)  ## the same for a checkout that is no release yet, without the tests
	$(BIN)/python tools/release.py --rehearse

image:  ## a container that serves the page, or works for a Dask cluster: see Dockerfile
	docker build --build-arg COMMIT=$$(git describe --always --dirty --exclude='*') --tag playout .

clean:
	rm -rf $(VENV) frontend/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
