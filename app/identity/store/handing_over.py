"""Hands what a guest did over to the account that they sign in to."""

from sqlalchemy import Connection, String, cast, delete, exists, insert, literal, select, update

from app.database.schema import (
    attempts,
    goals,
    jobs,
    mark_events,
    people,
    placements,
    practice_sets,
    predictions,
    reports,
    sittings,
)


def hand_over(connection: Connection, guest: int, to: int) -> None:
    """Moves everything that the guest did to the other person, and deletes the guest's row and session.

    The key of a form that both of them sent (one of them after going back in the browser) is replaced by one that no
    form has.
    """
    for table in (attempts, reports, sittings, predictions):
        theirs = select(table.c.form_key).where(table.c.person_id == to)
        twice = (table.c.person_id == guest, table.c.form_key.in_(theirs))
        connection.execute(
            update(table).where(*twice).values(form_key=literal("moved ") + cast(table.c.id, String))
        )
    moved = select(literal(to), attempts.c.id, literal(True)).where(attempts.c.person_id == guest)
    columns = ["person_id", "attempt_id", "changed"]  # changed: what is known of the person is made out anew
    connection.execute(insert(mark_events).from_select(columns, moved))
    nowhere = goals.c.person_id == guest, ~exists(select(goals.c.person_id).where(goals.c.person_id == to))
    connection.execute(update(goals).where(*nowhere).values(person_id=to))
    for owned in (attempts, reports, jobs, sittings, predictions, placements, practice_sets):
        connection.execute(update(owned).where(owned.c.person_id == guest).values(person_id=to))
    connection.execute(delete(people).where(people.c.id == guest))
