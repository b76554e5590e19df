"""Points in the interface: as 3/2, and as 1.5."""

from fractions import Fraction

from pydantic import Field

from engine.validation.schema import Shape


class Points(Shape):
    """``exact`` is a whole number or a fraction in lowest terms, ``decimal`` the same to the digits of a float."""

    exact: str = Field(pattern=r"^[0-9]+(/[0-9]+)?$", examples=["3/2"])
    decimal: float = Field(ge=0, examples=[1.5])

    @classmethod
    def of(cls, points: Fraction) -> "Points":
        return cls(exact=str(points), decimal=float(points))
