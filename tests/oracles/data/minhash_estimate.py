"""datasketch's own MinHash objects, given these signatures, estimate the similarity."""

from typing import Any

import numpy as np
from datasketch import MinHash  # type: ignore[import-untyped]


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    size = len(parameters["signature_a"])
    first, second = (
        MinHash(num_perm=size, scheme="affine64", hashvalues=np.array(parameters[name], dtype=np.uint64))
        for name in ("signature_a", "signature_b")
    )
    estimate = first.jaccard(second)
    return {"matches": round(estimate * size), "estimate": estimate}
