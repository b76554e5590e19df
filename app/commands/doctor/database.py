"""The database: whether it can be asked, and whether it fits this version of the code."""

from app.commands.doctor.checkup import Check
from app.commands.doctor.findings import Finding, advice, fault, ok
from app.commands.doctor.installation import Installation
from app.database.inspection import Away, PostgresFacts, SqliteFacts
from app.database.migration import Standing
from app.settings import PREFIX

URL = f"{PREFIX}DATABASE_URL"


def reachable(at: Installation) -> Finding:
    match at.database:
        case Away() as away:
            return _away(away)
        case SqliteFacts(there=False) as facts:
            return advice(
                f"there is no file {facts.file} yet",
                f"The first start makes it, as does `examformer migrate`. If it should be there, set {URL}.",
            )
        case SqliteFacts() as facts:
            return ok(f"SQLite {facts.version} reads {facts.file}, {megabytes(facts.bytes)}")
        case PostgresFacts() as facts:
            return ok(f"PostgreSQL {facts.version} answers; the database has {megabytes(facts.bytes)}")


def fits(at: Installation) -> Finding | None:
    facts = at.database
    if isinstance(facts, Away) or (isinstance(facts, SqliteFacts) and not facts.there):
        return None
    match facts.standing:
        case Standing.CURRENT:
            return ok(f"the database is of this version (revision {facts.revision})")
        case Standing.EMPTY:
            return advice("the database is empty", "The first start fills it, as does `examformer migrate`.")
        case Standing.OLDER:
            return advice(
                f"the database is of an older version (revision {facts.revision})",
                "The next start brings it up to date; without a start `examformer migrate` does.",
            )
        case Standing.NEWER:
            return fault(
                f"a newer version of Examformer wrote this database (revision {facts.revision})",
                f"Start that version, restore a copy from before it, or set {URL} to another database.",
            )


def megabytes(number: float) -> str:
    return f"{number / 1e9:,.1f} GB" if number >= 1e9 else f"{number / 1e6:,.1f} MB"


def _away(away: Away) -> Finding:
    if away.file is not None:
        return fault(
            f"{away.file} cannot be read: {away.why}",
            "Check that this user may read it, and that it is an SQLite database. Otherwise restore a copy",
            f'(docs/operating.md, "The database"), or set {URL} to another file.',
        )
    if f'database "{away.name}" does not exist' in away.why:
        return fault(
            f"PostgreSQL has no database {away.name}",
            f"createdb --encoding=UTF8 --template=template0 {away.name}",
            f"as its administrator, or set {URL} to another one.",
        )
    return fault(
        f"PostgreSQL cannot be asked: {away.why}",
        f"Check that it runs and lets this user in, and that {URL} is right. To try it by hand:",
        f"psql '{away.address}'",
    )


CHECKS = (
    Check("database", reachable, seconds=30, needs=(URL,)),
    Check("revision", fits, seconds=30, needs=(URL,)),
)
