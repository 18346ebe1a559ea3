# Everything that a person or a CI does with this repository. `make help` lists it.
# Options of the cluster go through ARGS: make up ARGS="--port 18080 --verification 2"

SHELL := /bin/bash
ARGS ?=
SWIFT_BUILD := swift build --explicit-target-dependency-import-check error
COMMAND := .build/release/countersign
SOURCES := Package.swift Sources Tests services

.DEFAULT_GOAL := help
.PHONY: help build demo up down test fuzz bench soak faults mutants lint format proto dependencies

help: ## what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 22

dependencies: ## install the Debian packages that are missing
	@scripts/install-dependencies

build: dependencies ## build all binaries in release mode, into .build/release
	@$(SWIFT_BUILD) --configuration release

demo: build ## start a cluster and tell its story, step by step
	@$(COMMAND) demo $(ARGS)

up: build ## start the cluster in the background; returns when it is ready
	@$(COMMAND) up --detach $(ARGS)

down: ## stop the cluster that `make up` or `make demo` left running
	@if [ -x $(COMMAND) ]; then $(COMMAND) down $(ARGS); \
	else echo "nothing was built here, so nothing of it can be running"; fi

test: dependencies ## build and run all tests, with stores of their own
	@$(SWIFT_BUILD) --build-tests
	@scripts/run-tests $(ARGS)

fuzz: dependencies ## ten minutes for each reader of outside bytes; ARGS="60 json": seconds, which
	@scripts/fuzz $(ARGS)

bench: build ## measure this machine: one table, and bench.json; about five minutes
	@scripts/bench $(ARGS)

soak: build ## ten minutes at 70 % of capacity: memory flat, nothing dropped, counts that balance
	@scripts/soak $(ARGS)

faults: build ## harm a cluster under load in every way: nothing wrong, and well again by itself; 20 minutes
	@python3 -m unittest discover --quiet --start-directory scripts --top-level-directory scripts
	@scripts/faults $(ARGS)

mutants: dependencies ## break each security check in a copy, one at a time, and see its test fail
	@python3 -m unittest discover --quiet --start-directory scripts --top-level-directory scripts
	@scripts/with-stores scripts/mutants $(ARGS)

lint: dependencies ## check form, module borders, generated code, and what judges the fault runs
	@swift format lint --strict --parallel --recursive $(SOURCES)
	@scripts/check-imports
	@scripts/proto --check
	@scripts/check-security-page
	@python3 -m unittest discover --quiet --start-directory scripts --top-level-directory scripts

format: ## bring all Swift files into form
	@swift format --in-place --parallel --recursive $(SOURCES)

proto: dependencies ## generate the envelope's C code from proto/bus.proto
	@scripts/proto
