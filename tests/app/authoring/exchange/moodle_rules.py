"""How Moodle takes a cloze text apart (qtype_multianswer), written from its rules and not from what is exported."""

import re
from dataclasses import dataclass
from html import unescape

START = re.compile(r"\{([0-9]*):(NUMERICAL|MULTICHOICE|MULTIRESPONSE|SHORTANSWER_C|SHORTANSWER):")
ANSWER = re.compile(
    r"~?(?:(=)|%(-?[0-9]+(?:[.,][0-9]*)?)%)?"
    r"((?:(?!(?<!\\)(?<!&)(?<!&amp;)[~#}]).)+)"
    r"(?:#((?:(?!(?<!\\)[~}]).)*))?",
    re.S,
)
NUMBER = r"-?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?"
NUMERICAL = re.compile(rf"({NUMBER})(?::({NUMBER}))?")


@dataclass(frozen=True)
class Tolerated:
    middle: float
    tolerance: float

    def holds(self, number: float) -> bool:
        """As Moodle compares, with a little room for the last digits."""
        return abs(number - self.middle) <= self.tolerance * (1 + 1e-9) + 1e-12 * abs(self.middle)


@dataclass(frozen=True)
class Answer:
    text: str
    percent: float
    feedback: str


@dataclass(frozen=True)
class Field:
    weight: int
    kind: str
    answers: tuple[Answer, ...]

    @property
    def right(self) -> str:
        (text,) = (answer.text for answer in self.answers if answer.percent == 100)
        return text

    @property
    def numbers(self) -> list[Tolerated]:
        found = [NUMERICAL.fullmatch(answer.text) for answer in self.answers]
        return [Tolerated(float(one[1]), float(one[2] or 0)) for one in found if one]


def fields_of(text: str) -> list[Field]:
    """The fields of a cloze text, in their order; what does not parse to its closing brace is none."""
    found = []
    for start in START.finditer(text):
        at, answers = start.end(), []
        while text[at] != "}":
            one = ANSWER.match(text, at)
            assert one, text[at : at + 80]
            percent = 100.0 if one[1] else float((one[2] or "0").replace(",", "."))
            answers.append(Answer(decoded(one[3]), percent, decoded(one[4] or "")))
            at = one.end()
        found.append(Field(int(start[1] or 1), start[2], tuple(answers)))
    return found


def decoded(text: str) -> str:
    return unescape(text).replace(r"\}", "}").replace(r"\#", "#")
