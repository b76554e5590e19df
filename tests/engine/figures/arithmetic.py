"""The value of a printed calculation: LaTeX of sums, products, powers, quotients and a few functions, as floats."""

import math
import re
from collections.abc import Callable

TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|\\[a-z]+|[-+/^(){},e])")
SKIPPED = {r"\left", r"\right"}
FUNCTIONS: dict[str, Callable[..., float]] = {
    r"\sqrt": math.sqrt, r"\ln": math.log, r"\sin": math.sin, r"\cos": math.cos, r"\min": min, r"\max": max,
}  # fmt: skip


def comes_to(latex: str) -> float:
    """The value of a calculation. Raises ValueError for signs that none has."""
    text = latex.replace(r"\,", "").replace(r"\!", "").replace(r"\ ", " ")
    tokens, at = [], 0
    while at < len(text.rstrip()):
        found = TOKEN.match(text, at)
        if found is None:
            raise ValueError(text[at:])
        tokens.append(found[1])
        at = found.end()
    reading = _Reading([token for token in tokens if token not in SKIPPED])
    value = reading.sum()
    if reading.left:
        raise ValueError(" ".join(reading.left))
    return value


class _Reading:
    def __init__(self, tokens: list[str]) -> None:
        self.left = tokens

    def sum(self) -> float:
        value = -self.product() if self.has("-") else self.product()
        while self.left and self.left[0] in "+-":
            value += -self.product() if self.left.pop(0) == "-" else self.product()
        return value

    def product(self) -> float:
        value = self.power()
        while self.left and self.left[0] in (r"\cdot", r"\times", "/"):
            value = value / self.power() if self.left.pop(0) == "/" else value * self.power()
        return value

    def power(self) -> float:
        base = self.atom()
        return float(base ** self.atom()) if self.has("^") else base

    def atom(self) -> float:
        token = self.left.pop(0)
        if token in "({":
            return self.within()
        if token == r"\lfloor":
            value = self.sum()
            self.left.remove(r"\rfloor")
            return math.floor(value)
        if token == r"\frac":
            return self.atom() / self.atom()
        if token in (r"\min", r"\max"):
            self.left.pop(0)
            one = self.sum()
            self.left.pop(0)
            return FUNCTIONS[token](one, self.within())
        if token in FUNCTIONS:
            return FUNCTIONS[token](self.power())
        return math.e if token == "e" else float(token)

    def within(self) -> float:
        """Returns the value up to the closing bracket."""
        value = self.sum()
        self.left.pop(0)
        return value

    def has(self, token: str) -> bool:
        if self.left[:1] != [token]:
            return False
        self.left.pop(0)
        return True
