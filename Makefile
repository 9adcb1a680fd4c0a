.DEFAULT_GOAL := help
PY := .venv/bin/python
PYTEST := $(PY) -m pytest
FAST := not kafka and not browser and not slow
COMPOSE := docker compose -f deploy/compose.yaml
export UV_PYTHON_DOWNLOADS := never
# Without compiled modules each of the hundreds of processes that tests start would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## show the verbs
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

setup: .venv/ready ## make .venv with everything pinned in constraints.txt
.venv/ready: pyproject.toml constraints.txt
	@sh deploy/setup.sh
	@touch $@

run: setup ## a tournament played by bots, in the browser: one process, no broker
	@$(PY) -m services serve --demo

test: setup ## every test: fast and slow ones, a real Kafka, a real browser
	@sh deploy/tools.sh
	@sh tests/all.sh

lint: setup ## format and lint, nothing rewritten
	@$(PY) -m ruff format --check -q . && $(PY) -m ruff check -q .
types: setup ## mypy, strict
	@$(PY) -m mypy
arch: setup ## who may import whom
	@.venv/bin/lint-imports --no-cache
	@$(PYTEST) -q tests/test_arch.py

check: lint types ## what must be green before a commit: lint, types, imports, the fast tests
	@.venv/bin/lint-imports --no-cache
	@HYPOTHESIS_PROFILE=fast $(PYTEST) -q -n auto --dist worksteal -m "$(FAST)"

golden: setup ## rewrite the golden logs, show the difference
	@$(PY) -m tests.golden_rewrite logs
counts: setup ## count the game trees anew, show the difference
	@$(PY) -m tests.golden_rewrite counts
schema: setup ## lock additions to the messages, make fossils of new ones, redraw the documents made from code
	@$(PY) -m tests.schema && $(PY) -m deploy.grafana.dashboards && $(PY) -m tests.documents && $(PY) -m tests.asyncapi && git --no-pager diff --stat

bench: setup ## the figures, with their conditions
	@EXTRAS=dev,bench sh deploy/setup.sh && $(PY) -m tests.bench

up: ## on Kafka in containers: five services, bots, Prometheus, Grafana
	$(COMPOSE) up --build --detach --wait
log: ## follow what the containers say
	$(COMPOSE) logs --follow --tail 50
down: ## stop the containers; the data stays
	$(COMPOSE) down

clean: ## remove what was built or downloaded here; never a log of games
	rm -rf .venv .kafka/libs .kafka/libs.pom .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info build dist tests/output
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help setup run test lint types arch check golden counts schema bench up log down clean
