"""MinHash backwards: the hash values 0, 1, 2 ... are tried until one belongs to a shingle of the document.

What hashes to a value is found with the inverse of a modulo the prime, so that no shingle is ever hashed. The
estimate is datasketch's, by the oracle of the family.
"""

from itertools import count
from typing import Any

from tests.oracles.data import minhash_estimate


def signature(shingles: list[int], coefficients: list[list[int]], prime: int) -> list[int]:
    residues = {shingle % prime for shingle in shingles}
    return [
        next(value for value in count() if (value - b) * pow(a, -1, prime) % prime in residues)
        for a, b in coefficients
    ]


def expected(arguments: dict[str, Any]) -> Any:
    first, second = (
        signature(arguments[name], arguments["coefficients"], arguments["prime"])
        for name in ("first", "second")
    )
    found = minhash_estimate.answers({"signature_a": first, "signature_b": second})
    return {"first": first, "second": second, "estimate": found["estimate"]}
