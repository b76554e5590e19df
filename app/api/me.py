"""The person behind a token."""

from datetime import datetime

from app.accounts.store.api_tokens import Scope
from app.api.access import CallerHere, behind_the_door
from app.identity.store.people import Role
from engine.validation.schema import Shape

router = behind_the_door("me")


class Opened(Shape):
    """The token that was used."""

    label: str
    made_at: datetime
    ends_at: datetime
    scopes: list[Scope]


class Me(Shape):
    """The person whose token it is, and their role today."""

    email: str
    name: str
    role: Role
    token: Opened


@router.get("/me")
def me(caller: CallerHere) -> Me:
    person, token = caller.person, caller.token
    opened = Opened(
        label=token.label, made_at=token.made_at, ends_at=token.ends_at, scopes=sorted(token.scopes)
    )
    return Me(email=person.email, name=person.name, role=person.role, token=opened)
