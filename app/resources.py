"""Finds the files that come with the code: templates, static files, the question bank, migrations.

In a checkout they are folders at its top. A wheel carries them inside this package (``pyproject.toml`` maps them), so
that nothing lies in site-packages that is no package.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
INSTALLED = PACKAGE / "_resources"
CHECKOUT = None if INSTALLED.is_dir() else PACKAGE.parent


def resource(folder: str) -> Path:
    return (CHECKOUT or INSTALLED) / folder
