#!/usr/bin/env bash
# What `make test` runs: every check in turn with its seconds; all of them run, and those that failed are named last.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/setup.sh dev
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

migrated() {
    local -x EXAMFORMER_DATABASE_URL="sqlite:///$scratch/migrated.sqlite3"
    .venv/bin/alembic upgrade head && .venv/bin/alembic check
}

all_but_the_browser() {
    .ci/system.sh && .venv/bin/pytest -n 2 --ignore=tests/browser
}

in_browser() {
    EXAMFORMER_CHROMIUM=$(.ci/chromium.sh) && export EXAMFORMER_CHROMIUM && .venv/bin/pytest tests/browser
}

ended() { # what a check said that ran beside another one
    local status=0
    wait "$1" || status=$?
    cat "$2"
    return $status
}

failed=()
seconds=()
step() {
    local name=$1 start=$SECONDS outcome=passed
    shift
    echo "== $name"
    "$@" </dev/null || { outcome=FAILED; failed+=("$name"); }
    seconds+=("$(printf '%-44s %4d s  %s' "$name" $((SECONDS - start)) "$outcome")")
}

step "ruff format --check" .venv/bin/ruff format --check --quiet .
step "ruff check" .venv/bin/ruff check --quiet .
step "lint-imports" .venv/bin/lint-imports --no-logo
step "alembic check" migrated
step "pytest, all but the browser" all_but_the_browser
# The browser leaves a core half idle: the types are checked meanwhile.
.venv/bin/mypy >"$scratch/mypy" 2>&1 </dev/null &
types=$!
step "pytest tests/browser" in_browser
step "mypy: app engine migrations tests, meanwhile" ended "$types" "$scratch/mypy"

printf '\n'
printf '%s\n' "${seconds[@]}"
if [ ${#failed[@]} -gt 0 ]; then
    printf 'failed: %s\n' "${failed[@]}"
    exit 1
fi
