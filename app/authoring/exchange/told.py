"""A remark on a question that travels: a sentence, with a place for what it is about."""

from dataclasses import dataclass

from app.web.languages.languages import N_

WORTH = N_(
    "It was worth %(what)s points there; a question here has more than 0 and up to 50, so it is worth 1."
)

GRADERS = N_(
    "What was for graders alone became the model answer, which learners see after they answered: read it through."
)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence for the catalogue; ``what`` fills its place ``%(what)s``."""

    says: str
    what: str = ""

    def __str__(self) -> str:
        """The sentence in English, for a command line."""
        return self.says % {"what": self.what} if self.what else self.says
