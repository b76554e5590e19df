"""Plain text inside mathematics."""


def text_latex(text: str) -> str:
    r"""Plain text inside mathematics: ``\text{...}`` with everything that LaTeX would read escaped."""
    escapes = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "\0": ""}
    escapes |= {c: "\\" + c for c in "#$%&_{}"}
    return r"\text{" + "".join(escapes.get(c, c) for c in text) + "}"
