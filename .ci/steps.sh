# Sourced by test.sh and sweep.sh: steps with their seconds, and what several of them share.
# Compiled files are kept whatever the surroundings say: pytest compiles each test anew otherwise, in every process.
unset PYTHONDONTWRITEBYTECODE

# Databases of tests are in memory where there is room for all of them: each commit would wait for the disk otherwise.
roomy() {
    local free
    free=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1) && [ "${free:-0}" -gt 4000000 ] && [ -w /dev/shm ] && echo /dev/shm && return
    echo "${TMPDIR:-/tmp}"
}
scratch=$(mktemp -d -p "$(roomy)")
trap 'end_what_runs_beside; rm -rf "$scratch"' EXIT

# One after the other: two installations of Debian's packages at once would hinder each other.
needed() {
    .ci/system.sh && EXAMFORMER_CHROMIUM=$(.ci/chromium.sh) && export EXAMFORMER_CHROMIUM
}

migrated() {
    local -x EXAMFORMER_DATABASE_URL="sqlite:///$scratch/migrated.sqlite3"
    .venv/bin/alembic upgrade head && .venv/bin/alembic check
}

all_but_the_browser() {
    local -x TMPDIR=$scratch
    .venv/bin/pytest -n 2 --ignore=tests/browser "$@"
}

in_browser() {
    local -x TMPDIR=$scratch
    .venv/bin/pytest tests/browser "$@"
}

read_the_code() {
    step "ruff format --check" .venv/bin/ruff format --check --quiet .
    step "ruff check" .venv/bin/ruff check --quiet .
    step "lint-imports" .venv/bin/lint-imports --no-logo
}

failed=()
seconds=()
# step "Its name" command ...: runs it, and keeps its seconds and whether it passed.
step() {
    local name=$1 start=$SECONDS outcome=passed
    shift
    echo "== $name"
    "$@" </dev/null || { outcome=FAILED; failed+=("$name"); }
    seconds+=("$(printf '%-44s %4d s  %s' "$name" $((SECONDS - start)) "$outcome")")
}

# beside NAME command ...: begins it beside the next steps; `awaited "Its name" NAME` waits for it and says what it said.
beside() {
    local name=$1
    shift
    set -m # a group of its own, which Ctrl-C ends as it ends the rest
    timed "$name" "$@" >"$scratch/$name" 2>&1 </dev/null &
    set +m
    echo $! >"$scratch/$name.pid"
}
end_what_runs_beside() {
    local pid
    for pid in $(jobs -rp); do
        kill -INT -- "-$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true
    done
}
timed() {
    local name=$1 start=$SECONDS status=0
    shift
    "$@" || status=$?
    echo $((SECONDS - start)) >"$scratch/$name.seconds"
    return $status
}
awaited() {
    local start=$SECONDS outcome=passed
    echo "== $1"
    wait "$(cat "$scratch/$2.pid")" || { outcome=FAILED; failed+=("$1"); }
    cat "$scratch/$2"
    seconds+=("$(printf '%-44s %4d s  %s' "$1, $(cat "$scratch/$2.seconds") s meanwhile" $((SECONDS - start)) $outcome)")
}

# Says what each step took, and ends: with 1 where one failed.
finish() {
    printf '\n'
    printf '%s\n' "${seconds[@]}"
    if [ ${#failed[@]} -gt 0 ]; then
        printf 'failed: %s\n' "${failed[@]}"
        exit 1
    fi
    exit 0
}
