"""A question of another system that cannot be taken over."""

from app.authoring.exchange.told import Told
from app.web.languages.languages import N_

NO_ANSWER = N_("No right answer stands in it.")


class NotRead(ValueError):
    """The question cannot be taken over, for the reason that is ``told``."""

    def __init__(self, told: Told) -> None:
        super().__init__(told.says)
        self.told = told
