"""The message of a launch: who came, in which context and to which link, read from claims that were believed."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from app.accounts import credentials
from app.lti.protocol.asking import BadPlatform
from app.lti.protocol.names import DEEP_LINK, DEEP_LINKING, GRADES, GROUPS, LTI, RESOURCE, ROSTER, VERSION
from app.web.dependencies import one_line


def _tidy(said: object) -> object:
    """On one line, and such that a database can keep it."""
    return one_line(said.encode("utf-8", "ignore").decode()) if isinstance(said, str) else said


def _or_nothing(said: object) -> object:
    return said if isinstance(said, str) else ""


Id = Annotated[str, BeforeValidator(_tidy), Field(min_length=1, max_length=255)]
Text = Annotated[str, BeforeValidator(_tidy), BeforeValidator(_or_nothing)]
Address = Annotated[str, BeforeValidator(_tidy), BeforeValidator(_or_nothing), Field(max_length=2000)]
Texts = Annotated[tuple[str, ...], Field(max_length=100)]


class Claim(BaseModel):
    """A part of a message; what we do not know is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


class Place(Claim):
    """A context or a resource link, by its id there."""

    id: Id
    title: Text = ""
    label: Text = ""


class Grades(Claim):
    """The operations allowed on the line items of the context, and the one of this link, if it has one."""

    scopes: Texts = Field((), alias="scope")
    line_items: Address = Field("", alias="lineitems")
    line_item: Address = Field("", alias="lineitem")


class Roster(Claim):
    address: Address = Field("", alias="context_memberships_url")


class Groups(Claim):
    address: Address = Field("", alias="context_groups_url")


class Picking(Claim):
    """The request to pick something: where the answer goes, and what the platform takes."""

    back: Address = Field(alias="deep_link_return_url", min_length=1)
    types: Texts = Field((), alias="accept_types")
    several: bool = Field(False, alias="accept_multiple")
    takes_line_items: bool = Field(True, alias="accept_lineitem")
    data: str | None = Field(None, max_length=10_000)


class Person(Claim):
    """The identifier that an institution has for somebody."""

    number: Text = Field("", alias="person_sourcedid")


class Presentation(Claim):
    """How the platform shows itself to the person."""

    locale: Text = ""


class Custom(Claim):
    """The parameters that were agreed on for our links; a platform that does not know one sends its name, as ``$X``."""

    matriculation: Text = ""


class Message(Claim):
    """A launch. ``email``, ``name`` and ``number`` are "" where the platform does not tell them."""

    subject: Id = Field(alias="sub")
    kind: Literal["LtiResourceLinkRequest", "LtiDeepLinkingRequest"] = Field(alias=f"{LTI}message_type")
    version: Literal["1.3.0"] = Field(alias=f"{LTI}version")
    deployment: Id = Field(alias=f"{LTI}deployment_id")
    target: Address = Field("", alias=f"{LTI}target_link_uri")
    roles: Texts = Field((), alias=f"{LTI}roles")
    context: Place | None = Field(None, alias=f"{LTI}context")
    link: Place | None = Field(None, alias=f"{LTI}resource_link")
    lis: Person = Field(default_factory=Person, alias=f"{LTI}lis")
    presentation: Presentation = Field(default_factory=Presentation, alias=f"{LTI}launch_presentation")
    custom: Custom = Field(default_factory=Custom, alias=f"{LTI}custom")
    grades: Grades = Field(default_factory=Grades, alias=GRADES)
    roster: Roster = Field(default_factory=Roster, alias=ROSTER)
    groups: Groups = Field(default_factory=Groups, alias=GROUPS)
    picking: Picking | None = Field(None, alias=f"{DEEP_LINKING}deep_linking_settings")
    said_name: Text = Field("", alias="name")
    given_name: Text = ""
    family_name: Text = ""
    said_email: Text = Field("", alias="email")

    @property
    def name(self) -> str:
        return self.said_name or f"{self.given_name} {self.family_name}".strip()

    @property
    def email(self) -> str:
        email = credentials.tidy(self.said_email)
        return "" if credentials.fault_of_email(email) else email

    @property
    def language(self) -> str:
        """The language of the platform's pages, as de for de-CH and de_ch."""
        return self.presentation.locale.replace("_", "-").partition("-")[0].lower()

    @property
    def number(self) -> str:
        """The matriculation number: of the custom parameter, else what the institution calls the person."""
        said = self.custom.matriculation
        return self.lis.number if not said or said.startswith("$") else said


def read(said: dict[str, Any]) -> Message:
    """Reads the claims of a token whose signature was checked. Raises BadPlatform, which names the claims at fault."""
    try:
        message = Message.model_validate(said)
    except ValidationError as error:
        places = {str(one["loc"][0]) for one in error.errors() if one["loc"]}
        raise BadPlatform(f"claims that do not fit: {', '.join(sorted(places))[:200]}") from error
    assert message.version == VERSION
    if message.kind == RESOURCE and message.link is None:
        raise BadPlatform("a launch without a resource link")
    if message.kind == DEEP_LINK and message.picking is None:
        raise BadPlatform("a deep linking request without its settings")
    return message


def stored(message: Message) -> dict[str, Any]:
    """Returns the message as JSON, by the standard's own names."""
    return message.model_dump(mode="json", by_alias=True)


def revived(told: dict[str, Any]) -> Message:
    return Message.model_validate(told)
