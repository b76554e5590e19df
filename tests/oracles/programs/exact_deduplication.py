"""Deduplication by sorting: equal texts come together, and the earliest of each group is kept. No hash takes part.

A text is its list of words, found by a regular expression.
"""

import re
from itertools import groupby
from typing import Any


def expected(arguments: dict[str, Any]) -> Any:
    documents = arguments["documents"]
    words = [re.findall(r"\S+", document.lower()) for document in documents]
    by_words = sorted(range(len(documents)), key=words.__getitem__)
    firsts = [min(group) for _, group in groupby(by_words, key=words.__getitem__)]
    return [documents[place] for place in sorted(firsts)]
