#!/usr/bin/env bash
# Prints the path of an nginx; installs Debian's where that is allowed; otherwise fails.
set -euo pipefail

find_one() { PATH="$PATH:/usr/sbin" command -v nginx; }
find_one && exit
"$(dirname "$0")/debian.sh" nginx-light
find_one && exit
echo "nginx: the test of its example needs nginx, and none is here. This line installs it:" >&2
echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends nginx-light" >&2
exit 1
