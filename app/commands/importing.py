"""``examformer import``: questions in files become drafts of one instructor, and are published where that is asked for.

It can run repeatedly, as in CI: a text that is there already is left alone.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from app.accounts import credentials
from app.authoring import imports
from app.authoring.exchange.archive import CannotUnpack
from app.authoring.imports import How, Imported, Taken
from app.authoring.proofs import proof
from app.authoring.proofs.job import SEEDS
from app.commands.checking import check_all
from app.commands.invitations import opened
from app.commands.own_files import Asked, fault, files_at
from app.commands.printing import say, several
from app.commands.refusal import Refused
from app.database.connection import Database
from app.identity.store import people
from app.identity.store.people import Role
from app.questions.installed import bank
from app.questions.library import drafted
from engine.questions import Question
from engine.validation.checks import Checked


def take(place: Path, email: str, publish: bool) -> int:
    """Imports the files and prints what became of each; returns 1 where something is to be mended. Raises Refused."""
    sent = files_at(place)
    with opened() as database:
        owner = _owner(database, credentials.tidy(email))
        try:
            imported = imports.take(database, bank(), owner, sent, replacing=True)
        except CannotUnpack as error:
            raise Refused(str(error), str(place)) from error
        _tell(imported)
        published, found = _publish(database, owner, imported.good) if publish else (0, [])
    counted = Counter(one.how for one in imported.taken)
    say(
        f"{several(len(imported.taken), 'question')}: {counted[How.NEW]} new, {counted[How.CHANGED]} changed, "
        f"{counted[How.SAME]} as they were; {len(imported.unread)} cannot be read, {len(imported.left_out)} not taken"
        + (f"; {published} published." if publish else ".")
    )
    faulty = any(checked.findings for checked in found)
    return 1 if imported.unread or imported.left_out or faulty else 0


def _owner(database: Database, email: str) -> int:
    with database.read() as connection:
        account = people.account(connection, email)
    if account is None or not account.role.may(Role.INSTRUCTOR):
        raise Refused("is no instructor; `examformer user add` makes one", email)
    return account.id


def _tell(imported: Imported) -> None:
    for left in imported.left_out:
        say(str(left))
    for one in imported.taken:
        if one.problems or one.how is not How.SAME:
            say(f"{one.file.file}: {one.how} {one.name}")
            for told in one.file.told:
                say(f"  {told}")
        for problem in one.problems:
            say(fault(one.file, problem))


def _publish(database: Database, owner: int, good: Sequence[Taken]) -> tuple[int, list[Checked]]:
    """Publishes the drafts that pass the check; returns how many became a version, and all checks."""
    waiting = [one for one in good if not proof.is_published(database, owner, one.name)]
    read = [(one, drafted(one.name, one.file.text)) for one in waiting]
    asked = [Asked(question, one.file.text) for one, question in read if isinstance(question, Question)]
    found = check_all(asked, SEEDS, details=False)
    published = 0
    for one, checked in zip(asked, found, strict=True):
        if not checked.findings and one.text is not None:
            published += proof.publish_checked(database, owner, one.question, one.text, asdict(checked))
    return published, found
