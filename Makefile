.DEFAULT_GOAL := help
PY := .venv/bin/python
export UV_PYTHON_DOWNLOADS := never

help: ## show the verbs
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

setup: .venv/ready ## make .venv with everything pinned in constraints.txt

.venv/ready: pyproject.toml constraints.txt
	@sh deploy/setup.sh
	@touch $@

.PHONY: help setup
