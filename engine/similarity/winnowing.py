"""Winnowing: of the grams of an answer, so few are kept as its fingerprints that many answers can be compared, and so
many that two answers with a long enough stretch in common share one.

Source: Schleimer, Wilkerson and Aiken, Winnowing: Local Algorithms for Document Fingerprinting, SIGMOD 2003.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Hashes = NDArray[np.int64]
BYTES = 7  # of a hash, which is positive then


@dataclass(frozen=True, slots=True)
class Size:
    """How many tokens a gram has, of how many grams in a row the least is kept, and how many fingerprints an answer
    needs to be compared."""

    gram: int
    window: int
    least: int

    @property
    def guaranteed(self) -> int:
        """The tokens of the shortest stretch that always gives a shared fingerprint."""
        return self.gram + self.window - 1

    @property
    def shortest(self) -> int:
        """About so many tokens give the fewest fingerprints: two of window + 1 grams are kept, on average."""
        return self.gram + self.least * (self.window + 1) // 2


def grams(tokens: Sequence[str], length: int) -> Hashes:
    """Returns the hash of each stretch of so many tokens, in their order; the same on every machine."""
    encoded = [token.encode(errors="surrogatepass") for token in tokens]
    stretches = (b"\0".join(encoded[at : at + length]) for at in range(len(encoded) - length + 1))
    return np.fromiter(
        (int.from_bytes(blake2b(stretch, digest_size=BYTES).digest()) for stretch in stretches), np.int64
    )


def fingerprints(hashes: Hashes, window: int) -> Hashes:
    """Returns the least hash of each so many in a row, and of all where there are fewer; each once."""
    if not len(hashes):
        return hashes
    return np.unique(sliding_window_view(hashes, min(window, len(hashes))).min(axis=1))
