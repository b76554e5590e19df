#!/usr/bin/env bash
# Sees to it that bubblewrap is there, in which programs of learners run; installs Debian's where that is allowed.
set -euo pipefail

found() { command -v bwrap >/dev/null; }
found && exit

as_root=()
if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
    echo "sandbox: no bwrap found; installing Debian's bubblewrap" >&2
    {
        "${as_root[@]}" apt-get update -qq &&
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
                apt-get install -y -qq --no-install-recommends bubblewrap
    } </dev/null >&2 || true
    found && exit
fi
echo "sandbox: the tests of programs need bubblewrap, and it is not here. This line installs it:" >&2
echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends bubblewrap" >&2
exit 1
