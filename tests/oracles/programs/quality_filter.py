"""Rule after rule instead of document after document: each rule takes all that the ones before it left.

A rule's number is what it left out; words are found by a regular expression.
"""

import re
from typing import Any


def expected(arguments: dict[str, Any]) -> Any:
    documents = arguments["documents"]
    lengths = [len(re.findall(r"\S+", document["text"])) for document in documents]
    asked = range(arguments["minimum"], arguments["maximum"] + 1)
    fitting = [place for place, length in enumerate(lengths) if length in asked]
    spoken = [place for place in fitting if documents[place]["language"] == arguments["language"]]
    first = {documents[place]["text"]: place for place in reversed(spoken)}  # the earliest place is set last
    return {
        "kept": sorted(first.values()),
        "length": len(documents) - len(fitting),
        "language": len(fitting) - len(spoken),
        "duplicate": len(spoken) - len(first),
    }
