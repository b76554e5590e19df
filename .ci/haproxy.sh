#!/usr/bin/env bash
# Prints the path of an HAProxy; installs Debian's where that is allowed; otherwise fails.
set -euo pipefail

find_one() { PATH="$PATH:/usr/sbin" command -v haproxy; }
find_one && exit
"$(dirname "$0")/debian.sh" haproxy
find_one && exit
echo "haproxy: the tests of several servers need HAProxy, and none is here. This line installs it:" >&2
echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends haproxy" >&2
exit 1
