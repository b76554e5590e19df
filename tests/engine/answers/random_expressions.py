"""Random closed forms, up to the limits of what a person may type."""

from decimal import Decimal

from hypothesis import strategies as st

from engine.answers.expression import CONSTANTS, FUNCTIONS, Binary, Call, Name, Num, Tree, Unary, nodes
from engine.limits import EXPONENT, MOST_DIGITS, MOST_NODES

small = st.integers(0, 12).map(Decimal)
two_places = st.decimals(0, 20, places=2)
longest = st.builds(
    lambda digits, exponent: Decimal(f"{digits}e{exponent}"),
    st.integers(0, 10**MOST_DIGITS - 1),
    st.integers(-EXPONENT, EXPONENT),
).filter(lambda number: abs(number.adjusted()) <= EXPONENT)


def trees(numbers: st.SearchStrategy[Decimal], signs: str, most_leaves: int = 30) -> st.SearchStrategy[Tree]:
    """Trees with every sign of `signs`; with names and functions as soon as there are powers."""
    leaves: st.SearchStrategy[Tree] = numbers.map(Num)
    if "^" in signs:
        leaves |= st.sampled_from(sorted(CONSTANTS)).map(Name)

    def above(below: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        grown: st.SearchStrategy[Tree] = st.builds(Binary, st.sampled_from(signs), below, below)
        grown |= st.builds(Unary, st.sampled_from("+-"), below)
        if "^" in signs:
            grown |= st.builds(Call, st.sampled_from(sorted(FUNCTIONS)), below)
        return grown

    grown = st.recursive(leaves, above, max_leaves=most_leaves)
    return grown.filter(lambda tree: sum(1 for _ in nodes(tree)) <= MOST_NODES)
