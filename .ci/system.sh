#!/usr/bin/env bash
# Sees to it that what the tests need of the system is there: bubblewrap for learners' programs, Pango for PDFs.
set -euo pipefail
cd "$(dirname "$0")/.."

found() { command -v bwrap >/dev/null && .venv/bin/python -W ignore -c "import weasyprint" 2>/dev/null; }
found && exit
.ci/debian.sh bubblewrap libpango-1.0-0 libpangoft2-1.0-0
found && exit
echo "the tests need bubblewrap and Pango, and they are not here. This line installs them:" >&2
echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends bubblewrap libpango-1.0-0 libpangoft2-1.0-0" >&2
exit 1
