#!/usr/bin/env bash
# Prints the path of a Chromium or Chrome that starts; installs Debian's where that is allowed; otherwise fails.
# The one without windows comes first: it is the same browser, and a page in it takes a third of the processor's time.
set -euo pipefail

starts() { command -v "$1" >/dev/null && "$1" --version </dev/null >/dev/null 2>&1; }
find_one() {
    local browser
    for browser in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if starts "$browser"; then command -v "$browser"; return; fi
    done
    return 1
}

if [ -n "${EXAMFORMER_CHROMIUM:-}" ]; then
    starts "$EXAMFORMER_CHROMIUM" && command -v "$EXAMFORMER_CHROMIUM" && exit
    echo "browser: EXAMFORMER_CHROMIUM is $EXAMFORMER_CHROMIUM, and that does not start." >&2
    exit 1
fi
find_one && exit

"$(dirname "$0")/debian.sh" chromium-headless-shell
find_one && exit
"$(dirname "$0")/debian.sh" chromium
find_one && exit
echo "browser: the browser tests need a Chromium, and none is here. This line installs one:" >&2
echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium" >&2
echo "An installed one elsewhere: EXAMFORMER_CHROMIUM=/path/to/chrome make test" >&2
exit 1
