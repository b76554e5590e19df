#!/usr/bin/env bash
# What `make sweep` runs: every test there is, those of `make test` among them, with many more seeds and solutions.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/steps.sh

.ci/setup.sh dev
make --no-print-directory smollm2
export EXAMFORMER_SEEDS=${EXAMFORMER_SEEDS:-20} EXAMFORMER_SOLUTIONS=${EXAMFORMER_SOLUTIONS:-200}
step "what the tests need of the system" needed
step "pytest, all but the browser" all_but_the_browser -m "sweep or not sweep"
step "pytest tests/browser" in_browser -n 2 --dist worksteal -m "sweep or not sweep"
step "examformer check, 200 seeds" .venv/bin/examformer check --seeds 200
finish
