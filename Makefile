# Every target sets up what it needs: a virtual environment in .venv, versions from constraints.txt.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test test-all check release-check mutants torture frameworks format engines bench bench-corpus bench-explore figures docs reference gallery notebooks screenshot eval-greek clean

# The build of the package itself obeys the constraints too.
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt

# What tmima does, step by step; everything is written below demo/.
demo: .venv/.package
	@$(BIN)/python -m tools.demo

# Without what is slow and rarely fails.
test: .venv/.test
	$(BIN)/python -m pytest -q -n 2 -m "not slow"

# The same, and then what is slow.
test-all: test
	$(BIN)/python -m pytest -q -n 2 -m slow

check: .venv/.test .venv/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Would the tests notice? Some minutes; ONLY="words" for the changes that have one of them.
mutants: .venv/.test
	$(BIN)/python -m tools.mutants $(ONLY)

# Everything that can go wrong, at random: SECONDS=3600 for an hour.
SECONDS ?= 600
torture: .venv/.test
	$(BIN)/python -m tools.torture --seconds $(SECONDS)

# Adapters and documents against the newest version of what they are for; ONLY="langchain spacy" for some.
frameworks: .venv/.package
	$(BIN)/python -m tools.frameworks $(ONLY)

format: .venv/.check
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/.bench
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.reading
	$(BIN)/python -m benchmarks.engine

# The recipes of docs/engines.md against eight engines; Spark needs Java.
engines: .venv/.test .venv/.engines
	$(BIN)/python -m pytest -q -n 0 tests/test_engines.py

# Some forty minutes; ONLY="arrow processes" for some parts.
bench-corpus: .venv/.engines .venv/.rivals
	$(BIN)/python -m benchmarks.corpus $(ONLY)

bench-explore: .venv/.test
	$(BIN)/python -m benchmarks.explore

# The package as its users will meet it: built, installed in clean environments, tried outside the clone.
release-check: .venv/.release .venv/.test
	$(BIN)/python -m tools.release

# The site, from docs/ into build/site; a broken link ends it, and so does a page that asks somebody else for a script.
docs: .venv/.docs
	$(BIN)/zensical build --strict --clean
	@! grep -rEo '(src="|<link[^>]* href=")https?://[^"]*' build/site --include='*.html'

# What is written by a program and committed: the reference, the pictures of the gallery, the notebooks.
reference: .venv/.package
	$(BIN)/python -m tools.reference

gallery: .venv/.package
	$(BIN)/python -m tools.gallery

notebooks: .venv/.package
	$(BIN)/python -m tools.notebooks

# Every figure of README and docs again, and which of them changed; ONLY="quick", "timing", "long" or names for some.
figures: .venv/.test .venv/.bench
	$(BIN)/python -m tools.figures $(ONLY)

screenshot: .venv/.test
	$(BIN)/python -m tools.screenshot docs

eval-greek: .venv/.package
	$(BIN)/python -m benchmarks.greek

clean:
	rm -rf .venv build demo src/*.egg-info src/tmima/kernel/*.c src/tmima/kernel/*.so

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("tmima needs Python 3.11 or newer, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(PIP) install --upgrade pip

.venv/.package: .venv/bin/python pyproject.toml setup.py constraints.txt $(wildcard src/tmima/kernel/*.pyx)
	$(PIP) install --editable '.[corpus,explore,methods,plot]'
	touch $@

.venv/.%: .venv/.package
	$(PIP) install --group $*
	touch $@
