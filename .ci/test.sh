#!/usr/bin/env bash
# What `make test` runs: every check in turn with its seconds; all of them run, and those that failed are named last.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/setup.sh dev
scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$scratch"' EXIT

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

beside() { # begins a check beside the others; its process and what it says are kept under its name
    "$2" >"$scratch/$1" 2>&1 </dev/null &
    echo $! >"$scratch/$1.process"
}

ended() { # what a check said that ran beside the others
    local status=0
    wait "$(cat "$scratch/$1.process")" || status=$?
    cat "$scratch/$1"
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
# A browser waits more than it computes: its tests take what the two others leave of two cores. What both need of the
# system is installed before, by one of them; each says for itself what is missing.
.ci/system.sh && .ci/chromium.sh >"$scratch/chromium" || true
beside browser in_browser
step "pytest, all but the browser" all_but_the_browser
beside types .venv/bin/mypy
step "pytest tests/browser, begun beside them" ended browser
step "mypy: app engine migrations tests, meanwhile" ended types

printf '\n'
printf '%s\n' "${seconds[@]}"
if [ ${#failed[@]} -gt 0 ]; then
    printf 'failed: %s\n' "${failed[@]}"
    exit 1
fi
