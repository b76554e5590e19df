"""Limits on what LaTeX may ask of the converter (math-core 0.9), checked before, as its calls cannot be ended.

Definitions of commands make a page of a line, each doubling what the one before stands for. Every bracket that nothing
closes doubles the time, so thirty of them never end. Each group, and each command that takes what follows, is a
call within a call: some thousands fill the stack and end the whole process. All three are counted here, more
strictly than the converter reads.
"""

import re
from dataclasses import dataclass

LONGEST = 100_000  # characters; matrices of ours are the longest formulas
MOST_UNCLOSED = 6  # brackets
DEEPEST = 1000  # commands and groups within one another; some take 3 KiB of the stack


def _commands(names: str) -> set[str]:
    return {rf"\{name}" for name in names.split()}


DEFINING = _commands(
    "def edef gdef xdef let futurelet global csname expandafter newcommand renewcommand providecommand "
    "DeclareMathOperator DeclareRobustCommand NewDocumentCommand newenvironment renewenvironment"
)
OPENING = {"(", "["} | _commands(
    "{ lAngle lBrace lVert lang langle lbrace lbrack lceil lfloor lgroup lmoustache lparen lvert llangle llbracket "
    "llparenthesis llcorner ulcorner mathopen bigl Bigl biggl Biggl"
)
CLOSING = {")", "]"} | _commands(
    "} rAngle rBrace rVert rang rangle rbrace rbrack rceil rfloor rgroup rmoustache rparen rvert rrangle rrbracket "
    "rrparenthesis lrcorner urcorner bigr Bigr biggr Biggr"
)
BEGINNING = {"{"} | _commands("left begin begingroup bgroup")
ENDING = {"}"} | _commands("right end endgroup egroup")
CELL = {"&", r"\\"}
FLAT = _commands("text times cdot quad dots approx infty middle")  # with nothing deeper in them
TAKING = {r"\genfrac": 6, r"\mathchoice": 4, r"\prescript": 3, r"\sideset": 3} | dict.fromkeys(
    _commands("frac dfrac tfrac cfrac binom dbinom tbinom overset underset stackrel textcolor"), 2
)  # arguments that follow; the other commands take one, or none
TAKES_ONE = re.compile(
    r"\\(?:(?:math|text|over|under|wide|bold|operatorname|x(?!i$)).*|[bB]ra(?:ket)?|[kK]et|[sS]et|acute|angl|bar|bm|breve"
    r"|b?cancel|boxed|check|cramped|d{1,4}ot|emph|f?box|grave|[hv]?phantom|hat|p?mod|pod|not|phase|slashed|sqrt|symbf"
    r"|tilde|utilde|vec|vertoverlay|Overrightarrow|Bbb|frak|raisebox|tag|label|eqref)"
)
TOKEN = re.compile(
    r"(\\(?:left|right|middle|[bB]igg?[lrm]?)(?![A-Za-z]))\s?(?:\\[A-Za-z]+|\\.|[^{}])?"  # with the bracket after it
    r"|(\\[A-Za-z]+|\\.|[{}()\[\]&^_]|[^\\{}()\[\]&^_\s%*]+)|%[^\n]*",
    re.S,
)


@dataclass(slots=True)
class Group:
    """An open group: its depth, how many brackets in it wait to be closed, and how much the last command takes."""

    depth: int
    text: bool = False
    optional: bool = False
    waiting: int = 0
    takes: int = 0


def beyond(latex: str) -> str:
    """The reason why a formula asks too much, as a sentence goes on after the formula; "" where it does not."""
    if len(latex) > LONGEST:
        return f"it is longer than {LONGEST:,} characters"
    groups, depth, unclosed, before = [Group(0)], 0, 0, ""
    for found in TOKEN.finditer(latex):
        token = found[1] or found[2] or ""
        here = groups[-1]
        taken = here.takes > 0
        if token in DEFINING:
            return f"{token} would define a command, which is not possible here; write out what it stands for"
        if token in BEGINNING or (token == "[" and before.startswith((r"\sqrt", r"\x"))):
            depth += 1
            groups.append(Group(depth, here.text or before == r"\text", token == "["))
        elif token in ENDING or (token == "]" and here.optional):
            unclosed, here.waiting = unclosed + here.waiting, 0
            depth = max(0, here.depth - 1)
            if len(groups) > 1:
                groups.pop()
                groups[-1].takes -= not here.optional and groups[-1].takes > 0
        elif token in CELL:
            unclosed, here.waiting, here.takes = unclosed + here.waiting, 0, 0
            depth = here.depth
        else:
            command = token[:1] == "\\" and token[1:].isalpha()
            here.takes = max(0, here.takes - (1 if command else len(token))) + _takes(token)
            if token in CLOSING and not taken:  # an argument of a command closes nothing
                here.waiting = max(0, here.waiting - 1)
            if token in OPENING:
                here.waiting += not here.text
            depth += (command or token in OPENING or token in {"^", "_"}) and token not in FLAT
        if depth > DEEPEST:
            return "it is too deep; write it as several formulas"
        before = token
    if unclosed + sum(group.waiting for group in groups) > MOST_UNCLOSED:
        return f"more than {MOST_UNCLOSED} brackets in it are not closed"
    return ""


def _takes(token: str) -> int:
    """The number of things behind a command that it takes for itself."""
    return TAKING.get(token) or int(token in {"^", "_"} or TAKES_ONE.fullmatch(token) is not None)
