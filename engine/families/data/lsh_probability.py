"""Locality-sensitive hashing in bands: how likely two documents share a bucket and are compared at all.

Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, section 3.4.
"""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from pydantic import Field

from engine.answers.forms import Fixed
from engine.chain import Family, NotApplicable, Run
from engine.parameters import Frozen, symbol
from engine.solutions.pictures import Curve, Line

Few = Annotated[int, Field(ge=1, le=10_000)]


class Parameters(Frozen):
    similarity: Annotated[float, Field(ge=0, le=1)] = symbol("s", "Jaccard similarity of the two documents")
    bands: Few = symbol("b", "bands of a signature")
    rows: Few = symbol("r", "rows of one band")


family = Family(
    "lsh_probability",
    "Chance to become a candidate pair",
    section="2.1",
    builds_on=("minhash_estimate",),
    parameters=Parameters,
)


@family.step(
    "One band agrees in all of its rows", r"<similarity>^{<rows>}", symbol=r"p_{\mathrm{band}}", form=Fixed(4)
)
def band(similarity: float, rows: int) -> float:
    return float(similarity**rows)


@family.step("One band does not agree", r"1 - <band>", symbol=r"q_{\mathrm{band}}", form=Fixed(4))
def miss(band: float) -> float:
    return 1 - band


@family.step("No band agrees", r"<miss>^{<bands>}", symbol=r"q", form=Fixed(4), distribution=True)
def miss_all(miss: float, bands: int) -> float:
    return float(miss**bands)


@family.step("At least one band agrees", r"1 - <miss_all>", symbol="P", distribution=True)
def probability(miss_all: float) -> float:
    return 1 - miss_all


@family.picture(after="probability")
def steep_in_the_middle(exact: Run) -> Curve:
    bands, rows = exact.values["bands"], exact.values["rows"]
    similarities = [step / 40 for step in range(41)]
    return Curve(
        "The chance of a candidate pair, by similarity",
        "Pairs of low similarity are hardly ever compared, pairs of high similarity almost always.",
        "Jaccard similarity s", "chance to be compared",
        (Line(f"{bands} bands of {rows} rows", tuple((s, 1 - (1 - s**rows) ** bands) for s in similarities)),),
        marks=(("this pair", exact.values["similarity"], exact.reached["probability"]),),
    )  # fmt: skip


family.gives(
    {
        "band": ("number", "Probability that one band agrees in all of its rows."),
        "miss": ("number", "Probability that one band does not."),
        "miss_all": ("number", "Probability that no band agrees."),
        "probability": (
            "number",
            "Probability that at least one band agrees: the two become a candidate pair.",
        ),
    }
)
family.assumes(
    "Rows and bands are independent; one band that agrees in all of its rows is enough.",
)


@family.mistake(
    of="band",
    says="You took bands for rows. All rows of one band must agree: the exponent of s is the number of rows.",
    slip="rows and bands swapped",
)
def bands_for_rows(similarity: float, bands: int) -> float:
    return float(similarity**bands)


@family.mistake(
    of="band", says="You left out the rows. Every row of the band must agree: raise s to the number of rows."
)
def one_row(similarity: float, rows: int) -> float:
    if rows == 1:
        raise NotApplicable
    return similarity


@family.mistake(
    of="miss_all",
    says="You took rows for bands. Every band must miss: the exponent is the number of bands.",
    slip="rows and bands swapped",
)
def rows_for_bands(miss: float, rows: int) -> float:
    return float(miss**rows)


@family.mistake(of="probability", says="That is the chance that no band agrees. Subtract it from 1.")
def no_band(miss_all: float) -> float:
    return miss_all


@family.mistake(
    of="probability",
    says="You multiplied the chance of one band by the number of bands. Several bands can agree: take 1 minus the "
    "chance that none does.",
)
def bands_added(band: float, bands: int) -> float:
    return band * bands


@family.mistake(
    of="probability",
    says="You asked that all bands agree. One band is enough to bring the pair into a bucket.",
)
def every_band(band: float, bands: int) -> float:
    return float(band**bands)


@family.refuses
def settled(exact: Run) -> str | None:
    """Chances that two decimals cannot tell from 0 or 1."""
    return (
        None
        if 0.02 <= exact.reached["probability"] <= 0.98
        else "the pair is almost sure, or almost impossible"
    )


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    shapes = {
        "warm-up": ((2, 2), (2, 3), (3, 2), (4, 2)),
        "exam": ((4, 3), (5, 3), (5, 4), (6, 3), (4, 2), (10, 3), (8, 4)),
        "hard": ((10, 5), (20, 5), (16, 4), (25, 4), (20, 6), (12, 5)),
    }
    bands, rows = rng.choice(shapes[level])
    return {"similarity": rng.randint(4, 17) * 5 / 100, "bands": bands, "rows": rows}
