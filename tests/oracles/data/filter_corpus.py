"""One pass over the documents, as a program would filter them: each is tried against all rules, then remembered."""

import re
from typing import Any


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    given = parameters["documents"]
    kept: list[str] = []
    for text in given.values() if isinstance(given, dict) else given:
        if len(re.findall(r"\S+", text)) < parameters.get("min_words", 5) or text in kept:
            continue
        if parameters.get("ascii_only", True) and re.search(r"[^\x00-\x7f]", text):
            continue
        kept.append(text)
    return {"kept": kept, "kept_count": len(kept)}
