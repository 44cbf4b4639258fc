# One entry for each daily job. Every target sets up what it needs; nothing but Python 3.11+, git and make is assumed.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

DEV := .venv
TEST := .venv-test
CIPHER := .venv-encrypted
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONWARNINGS=ignore
NATIVE := $(shell find native -name '*.[ch]')
SOURCES := $(shell find hermes_state cli migrations -name '*.py' -o -name '*.sql' -o -name 'py.typed') $(NATIVE) \
	pyproject.toml setup.py MANIFEST.in README.md LICENSE
CHECKED := hermes_state cli migrations native tests benchmarks setup.py
WORKERS ?= 2
FUZZ_SECONDS ?= 600

.DEFAULT_GOAL := help
.PHONY: help demo test check encrypted format lint types fuzz soak bench clean python

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1|/' | while IFS='|' read -r name text; do printf 'make %-8s %s\n' "$$name" "$$text"; done

demo: $(DEV)/.installed ## import the example transcripts into .demo/ and search them
	@rm -rf .demo && mkdir .demo
	@sh examples/demo.sh "$(CURDIR)/$(DEV)/bin/hermes-state"

INSTALL_WHEEL := $(PIP) $(TEST)/bin/python -m pip install --quiet --no-deps --force-reinstall
# Crashes are played through once, with the C part: they take minutes, and what they test is Python and SQLite.
RUN_TESTS := HERMES_STATE_TEST_WHEEL=1 PYTHONSAFEPATH=1 $(TEST)/bin/pytest -n $(WORKERS) $(TESTS)

test: $(TEST)/.wheel ## build the wheels, install them apart and run the tests on them: without the C part, then with it
	@if ls dist/*-any.whl >/dev/null 2>&1; then \
		echo 'The C part was not built (see $(TEST)/build.log): the tests run once, without it.'; \
	else \
		echo 'Without the C part:' && $(INSTALL_WHEEL) dist/pure/*.whl && $(RUN_TESTS) -m 'not crash' && \
		echo 'With the C part:' && $(INSTALL_WHEEL) dist/*.whl; \
	fi
	@$(RUN_TESTS)

check: format lint types encrypted test ## format, lint, strict types, tests on the built wheel

encrypted: $(TEST)/.wheel ## the tests of encryption at rest, in an environment with apsw-sqlite3mc
	@test -x $(CIPHER)/bin/python || $(PYTHON) -m venv $(CIPHER)
	@$(PIP) $(CIPHER)/bin/python -m pip install --quiet \
		$$($(CIPHER)/bin/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; print(*(d for d in p["dependencies"] if not d.startswith("apsw")))') \
		apsw-sqlite3mc pytest pytest-xdist hypothesis pyte
	@$(PIP) $(CIPHER)/bin/python -m pip install --quiet --no-deps --force-reinstall dist/*.whl
	@PYTHONSAFEPATH=1 $(CIPHER)/bin/pytest -q -p no:cacheprovider tests/integration/test_encryption.py

format: $(TEST)/.tools
	$(TEST)/bin/ruff format --check $(CHECKED)

lint: $(TEST)/.tools
	$(TEST)/bin/ruff check $(CHECKED)

# mypy does not see the mapped folders in the source tree, so it reads the installed copy, from elsewhere.
types: $(TEST)/.wheel
	cd $(TEST) && bin/mypy --config-file ../pyproject.toml --cache-dir .mypy_cache -p hermes_state

# Coverage leads the way where clang is; FUZZ_CORPUS keeps the inputs from one run to the next.
fuzz: $(DEV)/.installed ## fuzz the C part under sanitizers for FUZZ_SECONDS, then compare it with Python
	$(DEV)/bin/python -P native/fuzz.py --seconds $(FUZZ_SECONDS) $(if $(FUZZ_CORPUS),--corpus '$(FUZZ_CORPUS)')

soak: $(DEV)/.installed ## the crash harnesses at length, then every fuzz target for FUZZ_SECONDS, two at a time: hours
	-@$(PIP) $(DEV)/bin/python -m pip install --quiet atheris
	HERMES_STATE_SOAK=1 $(DEV)/bin/pytest -s -q tests/crash
	$(DEV)/bin/python -m tests.fuzz --seconds $(FUZZ_SECONDS) $(if $(FUZZ_CORPUS),--corpus '$(FUZZ_CORPUS)')

bench: $(DEV)/.installed ## run the benchmarks
	$(DEV)/bin/python -P benchmarks/run.py $(BENCH)

clean: ## remove everything that these targets made, but the environments
	rm -rf build dist .demo .mypy_cache $(TEST)/.mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info

python:
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or newer is needed; name it: make PYTHON=/path/to/python3' >&2; exit 1; }

# The development environment: the source tree itself, editable.
$(DEV)/.installed: pyproject.toml setup.py $(NATIVE) | python
	@echo 'Setting up $(DEV), once: a minute at most …'
	@test -x $(DEV)/bin/python || $(PYTHON) -m venv $(DEV)
	@$(PIP) $(DEV)/bin/python -m pip install --quiet --editable '.[dev]'
	@touch $@

# The test environment: the tools, then the built wheel, installed again whenever it was built again.
$(TEST)/.tools: pyproject.toml | python
	@echo 'Setting up $(TEST), once: a minute at most …'
	@test -x $(TEST)/bin/python || $(PYTHON) -m venv $(TEST)
	@$(PIP) $(TEST)/bin/python -m pip install --quiet \
		$$($(TEST)/bin/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; print(*p["dependencies"], *p["optional-dependencies"]["dev"])')
	@touch $@

# Removed files leave no newer source behind: the list of them is a source as well.
$(TEST)/.sources: $(SOURCES) $(TEST)/.tools FORCE
	@echo $(SOURCES) | tr ' ' '\n' | sort > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

FORCE:

$(TEST)/.wheel: $(SOURCES) $(TEST)/.sources
	@echo 'Building the wheels, with and without the C part …'
	@rm -rf build dist
	@$(PIP) $(TEST)/bin/python -P -m build --outdir dist . > $(TEST)/build.log 2>&1 || { cat $(TEST)/build.log >&2; exit 1; }
	@rm -rf build
	@HERMES_STATE_NO_NATIVE=1 $(PIP) $(TEST)/bin/python -P -m build --wheel --outdir dist/pure . >> $(TEST)/build.log 2>&1 || { cat $(TEST)/build.log >&2; exit 1; }
	@$(INSTALL_WHEEL) dist/*.whl
	@touch $@
