#!/usr/bin/env bash
# Installs Debian packages where that is allowed: as root, or by sudo that asks nothing. Where it is not, does nothing;
# who calls looks whether the thing is there now.
set -euo pipefail

as_root=()
if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
    echo "installing Debian's $*" >&2
    {
        "${as_root[@]}" apt-get update -qq &&
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends "$@"
    } </dev/null >&2 || true
fi
