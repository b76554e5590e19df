"""The platforms that open somebody's account, as they see and end it."""

from dataclasses import dataclass
from datetime import datetime

from app.accounts.store import identities
from app.identity.store import people
from app.lti.store import platforms
from app.web.context import Context


class NoOtherWay(ValueError):
    """Without its platforms nobody could come into the account: it has no password."""


@dataclass(frozen=True, slots=True)
class Opener:
    """A platform that opens the account, by the number of the identity; ``last``: it has no password either."""

    id: int
    title: str
    since: datetime
    last: bool


def openers(context: Context) -> list[Opener]:
    """Returns the platforms that open the account of the person; none for a guest."""
    if context.person.id is None or not context.person.email:
        return []
    with context.database.read() as connection:
        known = {one.issuer_key: one.title for one in platforms.every(connection)}
        account = people.by_id(connection, context.person.id)
        without = account is None or account.password is None
        found = identities.of_person(connection, context.person.id)
    return [Opener(one.id, known[one.issuer], one.since, without) for one in found if one.issuer in known]


def end(context: Context, number: int) -> None:
    """Ends that a platform opens the account. Raises NoOtherWay."""
    with context.database.write() as connection:
        account = people.by_id(connection, context.account, hold=True)
        if account is None or account.password is None:
            raise NoOtherWay
        identities.remove(connection, context.account, number)
