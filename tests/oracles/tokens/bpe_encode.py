"""Byte-pair encoding as search and replace: symbols stand between separators, a regular expression merges.

The pattern takes whole symbols only (separators are looked at, not consumed), so `re.sub` gives "left to
right, without overlap" and never merges across a symbol's border. No list is walked and no rank looked up.
"""

import re
from typing import Any

# A control character that no word holds: words are split on white space, and this one counts as such.
SEPARATOR = "\x1f"


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    marker: str = parameters.get("end_of_word", "</w>")
    words: list[str] = parameters["words"]
    tokens: dict[str, list[str]] = {}
    for word in words:
        symbols = SEPARATOR.join([*word, marker] if marker else word)
        for left, right in parameters["merges"]:
            pair = re.escape(left) + SEPARATOR + re.escape(right)
            whole = f"(?<![^{SEPARATOR}]){pair}(?![^{SEPARATOR}])"
            symbols = re.sub(whole, lambda found: found.group().replace(SEPARATOR, ""), symbols)
        tokens[word] = symbols.split(SEPARATOR)
    # A word that stands twice in the list is listed once in `tokens`, and its tokens count twice.
    return {"tokens": tokens, "token_count": sum(len(tokens[word]) for word in words)}
