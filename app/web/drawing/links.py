"""A line from one thing to another at its right."""

Point = tuple[float, float]


def link(start: Point, end: Point) -> str:
    """An SVG path that leaves and arrives level."""
    (x1, y1), (x2, y2) = start, end
    middle = (x1 + x2) / 2
    return f"M {x1:.2f} {y1:.2f} C {middle:.2f} {y1:.2f} {middle:.2f} {y2:.2f} {x2:.2f} {y2:.2f}"
