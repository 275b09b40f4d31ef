# Everything goes through .venv, which `make` sets up from requirements.lock by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: run test test-slow test-bounds test-interpreted lint bench page check-page lock clean

run: $(READY)  ## the page, in the browser
	@$(BIN)/playout web

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Playout needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

test: $(READY)  ## the tests, in some minutes
	$(BIN)/python -m pytest -m "not slow" -n 2

test-slow: $(READY)  ## full-size checks that take hours: 10,000 games a game against OpenSpiel, solved boards
	$(BIN)/python -m pytest -m slow -n 2

test-bounds: $(READY)  ## the tests again with every array access checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -m "not slow" -n 2

test-interpreted: $(READY)  ## the tests again in plain Python
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -m "not slow" -n 2

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(READY)  ## playouts and simulations per second beside OpenSpiel's C++; do searches obey?
	$(BIN)/playout bench --json benchmarks/playouts.json
	$(BIN)/python benchmarks/searches.py benchmarks/searches.json
	$(BIN)/python benchmarks/obedience.py benchmarks/obedience.json
	$(BIN)/python benchmarks/page.py benchmarks/page.json

# The page's sources are in frontend/; what they are built to is committed, so that users need no Node.
page: $(READY) frontend/node_modules/ready  ## build the page anew, its types from the server's models
	$(BIN)/python frontend/protocol.py
	cd frontend && npm run --silent build

check-page: page  ## the page's own checks; does it come out as it is committed?
	cd frontend && npm run --silent check && npm test --silent
	git diff --exit-code --stat -- src/playout/web/static frontend/src/protocol.ts frontend/tests/parameters.json
	test -z "$$(git ls-files --others --exclude-standard src/playout/web/static)"

frontend/node_modules/ready: frontend/package-lock.json
	cd frontend && npm install --no-save --no-audit --no-fund
	@touch $@

lock: $(READY)  ## pin anew what pyproject.toml asks for
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --group dev pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) frontend/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
