"""The filters of a list of exercises, as they stand in the address."""

from typing import Annotated, Literal
from urllib.parse import urlencode

from pydantic import BaseModel, ConfigDict, Field

from app.questions.kinds import Form, form_of
from engine.learning.knowledge import Standing
from engine.questions import Level, Question

Heading = Literal["section", "model"]
Short = Annotated[str, Field(max_length=60)]


class Filters(BaseModel):
    """The words that are searched for, and what else the exercises must be; what is empty narrows nothing.

    ``by`` says what the list is divided by, ``open`` which of its headings is opened.
    """

    model_config = ConfigDict(frozen=True)

    by: Heading = "section"
    q: str = Field("", max_length=100)
    section: Short = ""
    form: Form | Literal[""] = ""
    level: Level | Literal[""] = ""
    state: Standing | Literal[""] = ""
    likely: Literal["", "yes"] = ""
    model: Short = ""
    skill: Short = ""
    open: Short = ""

    @property
    def narrow(self) -> bool:
        """True if anything but words narrows the list."""
        return bool(
            self.section or self.form or self.level or self.state or self.likely or self.model or self.skill
        )

    def address(self, **changes: str) -> str:
        """The address of this list, with some of its filters changed."""
        said = self.model_dump() | changes
        kept = {name: value for name, value in said.items() if value and (name, value) != ("by", "section")}
        return f"/topics?{urlencode(kept)}" if kept else "/topics"

    def takes(self, question: Question) -> bool:
        """True if the question passes all that can be told from the question alone."""
        return (
            self.section in ("", question.section)
            and self.form in ("", form_of(question))
            and (not self.level or self.level in question.levels)
            and self.model in ("", question.model)
            and self.skill in ("", question.skill)
        )
