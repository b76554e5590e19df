#!/usr/bin/env bash
# What `make test` runs: every check in turn with its seconds; all of them run, and those that failed are named last.
# `.ci/test.sh tests/engine/marking` runs a part; `.ci/test.sh check` what reads the code and runs none of it.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/steps.sh

.ci/setup.sh dev

if [ "${1:-}" = check ]; then
    read_the_code
    step "mypy" .venv/bin/mypy
    finish
fi
if [ $# -gt 0 ]; then
    case "$*" in *tests/browser*) EXAMFORMER_CHROMIUM=$(.ci/chromium.sh) && export EXAMFORMER_CHROMIUM ;; esac
    .ci/system.sh && .venv/bin/pytest "$@"
    exit
fi

read_the_code
step "alembic check" migrated
step "what the tests need of the system" needed
# Tests wait for one another's processes now and then; what is done beside them takes those moments.
beside types nice .venv/bin/mypy
beside browser in_browser
step "pytest, all but the browser" all_but_the_browser
awaited "mypy" types
awaited "pytest tests/browser" browser
finish
