"""Measures on this machine what a token costs with and without the cache: run it with ``python -m``.

Apart from the other recordings, since no seed gives the same times again. The process keeps the memory that it frees:
otherwise glibc asks the system for every large tensor anew, somewhere above 440 tokens, and a token then takes three
times as long (22 ms in place of 7).
"""

import json
import os
import sys
from dataclasses import replace
from time import perf_counter

import torch

from engine.demos.cache.kv_cache import KV_HEADS, LIMIT, Settings, shipped, times
from engine.demos.make import HASHES, hashes
from engine.demos.recording import FOLDER

EVERY = 8  # which of the tokens are shown
KEEPING = {
    "MALLOC_MMAP_MAX_": "0",
    "MALLOC_TRIM_THRESHOLD_": str(2 * 10**9),
    "MALLOC_TOP_PAD_": str(5 * 10**8),
}


def main() -> None:
    torch.set_num_threads(1)
    found = []
    for kv_heads in KV_HEADS:
        model, settings = shipped(kv_heads), Settings(kv_heads, tokens=LIMIT - 1)
        times(model, replace(settings, tokens=20), perf_counter)  # what happens only once is not counted
        both = [times(model, replace(settings, cached=cached), perf_counter) for cached in (True, False)]
        milliseconds = [[ms for _, ms in way[EVERY - 1 :: EVERY]] for way in both]
        read = [n for n, _ in both[0][EVERY - 1 :: EVERY]]
        found.append(
            {"kv_heads": kv_heads, "read": read, "with": milliseconds[0], "without": milliseconds[1]}
        )
    text = json.dumps({"milliseconds": found}, separators=(",", ":"))
    (FOLDER / "kv_cache_times.json").write_text(text + "\n", "utf-8")
    HASHES.write_text(json.dumps(hashes(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    if not KEEPING.items() <= os.environ.items():  # glibc reads them at the start of a process
        os.execve(
            sys.executable, [sys.executable, "-m", "engine.demos.cache.kv_cache_times"], os.environ | KEEPING
        )
    main()
