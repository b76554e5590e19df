"""The bigram model as one table of conditional probabilities, filled from pairs that a regular expression finds in the
text of the corpus, and the perplexity as a geometric mean of exact fractions."""

import re
import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

FILES = Path(__file__).parents[3] / "question_bank" / "attachments"
NAMED = Path(__file__).parents[3] / "question_bank" / "ngram" / "code-perplexity-from-a-file.toml"


def corpus() -> str:
    (file,) = tomllib.loads(NAMED.read_text("utf-8"))["files"]
    return (FILES / str(file["file"])).read_text("utf-8")


def expected(arguments: dict[str, Any]) -> Any:
    marked = re.sub(r"^|$", "|", corpus().strip(), flags=re.MULTILINE)  # | is both ends of a sentence
    marked = marked.replace("\n", " ").replace("|", " | ")
    words = sorted({*marked.split()})  # | stands for the end here, so there are as many as words and ends
    seen = {pair: len(re.findall(rf"(?<!\S)(?={re.escape(pair)}(?!\S))", " ".join(marked.split()))) for pair in (
        f"{left} {right}" for left in words for right in words
    )}  # fmt: skip
    seen["| |"] = 0  # the end of one sentence and the beginning of the next
    sentence = ["|", *arguments["sentence"], "|"]
    product = Fraction(1)
    for left, right in pairwise(sentence):
        row = sum(seen[f"{left} {other}"] for other in words)
        product *= Fraction(seen[f"{left} {right}"] + 1, row + len(words))
    return float(product) ** (-1 / (len(sentence) - 1))
