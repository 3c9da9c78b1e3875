# Each target sets up .venv by itself; that is redone only when requirements.lock or pyproject.toml changes.
# The first call decides about torch: with CPU=1 it is the build without CUDA, a tenth of the size on Linux.
#
#   make figures                               every figure, every verdict, the gallery
#   make figures ARGS='--config scale=smoke'   ARGS is passed on
#   make check                                 for each commit: declarations, style, types, units
#   make test                                  units, every paper at smoke scale, and one workflow
#   make test-all                              these and the rest: faults, reruns, isolation, a real Slurm
#   make pins ARGS=ba2022                      store the evidence of a paper's claims anew where it moved; by default of all
#   make docs                                  fill the counts of the documentation from the records
#   make lint | bench
#   make clean                                 remove what the pipeline wrote, never sources

PYTHON ?= python3
ARGS ?=
STAMP := .venv/feature-learning.stamp
CPU_ONLY := https://download.pytorch.org/whl/cpu

# With a shell of its own, make 3.81 (macOS) looks for commands in this path, too.
SHELL := /bin/bash
export PATH := $(CURDIR)/.venv/bin:$(PATH)

.PHONY: figures check test test-all pins docs lint bench clean
.DEFAULT_GOAL := figures

figures: $(STAMP)
	snakemake figures/all $(ARGS)

# Tests of one paper share its results, so they stay together on one worker; each worker has one thread.
PYTEST := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 pytest --numprocesses auto --dist loadgroup

check: $(STAMP)
	ruff check .
	ruff format --check .
	mypy
	$(PYTEST) -m 'not slow' tests/core tests/data tests/networks tests/statistics tests/pipeline tests/workflow/test_catalogue.py $(ARGS)

test: $(STAMP)
	$(PYTEST) -m 'not slow' $(ARGS)

test-all: $(STAMP)
	$(PYTEST) $(ARGS)

pins: $(STAMP)
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONPATH=src:tests python -m papers.pin $(ARGS)

docs: $(STAMP)
	python tools/counts.py

# What `snakemake --lint` says and we leave as it is, each for a reason:
# - software definition: one locked environment serves every rule
# - JOB, STAGE and RULES from outside the rule: as params, another interpreter, device or scale would rerun every job
# - prefixes: jobs share a file system; a figure's four formats and a folder's tables are named by their prefix
# - PYTHONPATH: the Snakefile sets it, nobody has to provide it
# - mixed functions and rules: one function, which answers an unknown target with the nearest names
LEFT_AS_IS := Specify a conda environment|variable (JOB|STAGE|RULES) from outside|Param [a-z]+ is a prefix|variable PYTHONPATH|Mixed rules and functions

lint: $(STAMP)
	ruff check .
	ruff format --check .
	snakefmt --check Snakefile workflow
	mypy
	lint-imports
	python tools/docstrings.py
	python tools/devices.py
	python tools/counts.py --check
	python tools/prose.py
	python tools/regions.py check
	@snakemake --lint > .venv/lint.txt 2>&1 || true
	@grep -qE '^(Lints for|Congratulations)' .venv/lint.txt || { cat .venv/lint.txt; exit 1; }
	@! grep '^    \* ' .venv/lint.txt | grep -vE '$(LEFT_AS_IS)'
	@echo 'snakemake --lint: nothing beyond what the Makefile leaves as it is'

bench: $(STAMP)
	pytest benchmarks -o addopts='-q --import-mode=importlib' --benchmark-only --benchmark-columns=min,median,rounds \
	    --benchmark-json=.venv/kernels.json; missed=$$?; \
	python benchmarks/overhead.py --kernels .venv/kernels.json $(ARGS) && OMP_NUM_THREADS=1 python benchmarks/scaling.py && \
	PYTHONPATH=src:tests python benchmarks/slurm.py && exit $$missed

clean:
	@find results figures -mindepth 1 -maxdepth 1 ! -name README.md 2> /dev/null | while read -r path; do \
	    echo "removing $$path ($$(du -sh "$$path" | cut -f 1))"; rm -r -- "$$path"; \
	done

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	[ -z "$(CPU)" ] || .venv/bin/pip install --quiet --no-deps --index-url $(CPU_ONLY) "$$(grep ^torch== requirements.lock)"
	.venv/bin/pip install --quiet --requirement requirements.lock
	.venv/bin/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
