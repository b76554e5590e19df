"""Terms of the glossary that are like what was searched for in vain."""

from difflib import SequenceMatcher

from app.questions.index import split
from engine.bank import Bank
from engine.study import Term

MOST = 6
ALIKE = 0.45  # share of letters


def suggested(bank: Bank, words: str) -> tuple[Term, ...]:
    """The terms that are most like the words, by the letters that they share; never more than six."""
    wanted = " ".join(split(words))
    matcher = SequenceMatcher(b=wanted, autojunk=False)

    def likeness(name: str) -> float:
        matcher.set_seq1(name)
        return matcher.ratio() if matcher.real_quick_ratio() > ALIKE else 0.0

    rated = [
        (max(likeness(" ".join(split(name))) for name in (term.term, *term.also)), term)
        for term in bank.study.terms
    ]
    rated.sort(key=lambda one: -one[0])
    return tuple(term for likely, term in rated[:MOST] if likely > ALIKE)
