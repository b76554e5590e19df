"""What a PostgreSQL server must be, and be set to."""

from datetime import UTC, datetime

from app.commands.doctor.checkup import Check
from app.commands.doctor.database import URL
from app.commands.doctor.findings import Finding, advice, fault, ok, worst
from app.commands.doctor.installation import Installation
from app.database.pool import MOST_CONNECTIONS
from app.settings import PREFIX

NEEDED = 10  # the oldest that psycopg speaks to
FIRST = 2012  # of major version N the last release comes in November of the year FIRST + N
NOVEMBER = 11
FOR_JOBS = 10  # connections of the processes that carry out jobs
LOSES = {  # what is off, and what is then lost
    "fsync": "a power cut may destroy the database",
    "full_page_writes": "a power cut may leave pages half written",
    "synchronous_commit": "a crash loses what was acknowledged just before",
}


def server(at: Installation) -> Finding | None:
    facts = at.postgres
    if facts is None:
        return None
    found = [ok(f"version {facts.version}, encoding {facts.encoding}, time zone {facts.time_zone}")]
    if facts.major < NEEDED:
        found.append(
            fault(
                f"PostgreSQL {facts.version} is too old: {NEEDED} or newer is needed",
                "Install a newer one, and move the database with pg_dump or pg_upgrade.",
            )
        )
    elif (now := datetime.now(UTC)) >= datetime(FIRST + facts.major, NOVEMBER, 30, tzinfo=UTC):
        found.append(
            advice(
                f"PostgreSQL {facts.major} gets no more corrections of security since {FIRST + facts.major}",
                f"Move to {now.year - FIRST} or newer (pg_upgrade).",
            )
        )
    if facts.encoding != "UTF8":
        found.append(
            fault(
                f"the database has the encoding {facts.encoding}, in which Bengali cannot be stored",
                "Make one with UTF8, and move what is in this one: createdb --encoding=UTF8 --template=template0 NAME",
            )
        )
    if facts.is_standby or facts.is_read_only:
        said = "is a standby" if facts.is_standby else "has default_transaction_read_only on"
        found.append(
            fault(
                f"this server {said}: nothing can be stored in it",
                f"Set {URL} to the primary, with several hosts and target_session_attrs=read-write to follow it.",
            )
        )
    elif not facts.may_create:
        found.append(
            fault(
                "this role may not make tables, which a migration has to",
                "As the owner of the database: GRANT CREATE ON SCHEMA public TO ROLE;",
            )
        )
    return worst(found)


def durability(at: Installation) -> Finding | None:
    facts = at.postgres
    if facts is None:
        return None
    off = {name: lost for name, lost in LOSES.items() if getattr(facts, name) == "off"}
    if not off:
        return ok("what is acknowledged is on disk (fsync, full_page_writes, synchronous_commit)")
    return fault(
        "; ".join(f"{name} is off: {lost}" for name, lost in off.items()),
        *(f"ALTER SYSTEM SET {name} = on;" for name in off),
        "SELECT pg_reload_conf();",
    )


def connections(at: Installation) -> Finding | None:
    facts = at.postgres
    if facts is None:
        return None
    limits = (facts.places, facts.places_of_role, facts.places_of_database)
    places = min(limit for limit in limits if limit >= 0)
    needed = at.settings.workers * MOST_CONNECTIONS + FOR_JOBS
    said = (
        f"PostgreSQL has room for {places} connections, and one server with these settings may open {needed}"
    )
    if needed <= places:
        return ok(said)
    return fault(
        said,
        f"ALTER SYSTEM SET max_connections = {2 * needed};",
        f"and start PostgreSQL anew; or set {PREFIX}WORKERS lower, or raise the CONNECTION LIMIT of role and database.",
    )


CHECKS = (
    Check("PostgreSQL", server, seconds=30, needs=(URL,)),
    Check("durability", durability, seconds=30, needs=(URL,)),
    Check("connections", connections, seconds=30, needs=(URL, f"{PREFIX}WORKERS")),
)
