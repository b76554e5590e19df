"""An installation of revision 0016, from before the code was divided into rooms, whose pages wrote what is stored.

The people are made up. Their cookies, tokens and addresses are those that they have had since then.
"""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from fastapi import FastAPI
from sqlalchemy import create_engine, inspect, text

from app.clock import Clock
from app.database.connection import sqlite_file
from tests.app.accounts.members import with_cookie
from tests.app.database.test_migration import move
from tests.app.learner import Learner

ROWS = (Path(__file__).parent / "older_installation.sql").read_text("utf-8")
EXPORTED = (Path(__file__).parent / "older_question.toml").read_bytes()
THEN = datetime(2026, 11, 26, 13, 20, tzinfo=UTC)  # Ben has sat his exam for ten minutes
COOKIES = {
    "guest": "mgKzlgzOxC5Om9ijtNIYk61Rl-XTXz8Zmi0qwGOCV1U",
    "ada": "NhXfUIqBxq4bBTxL2JhvDD2YxTkt8qWzPcI4wxfzfDs",
    "ben": "EuZuvA38Rc0v-sx6KmbN1bJBGEFqVg-oTDITZjad77k",
    "lin": "KHF4UhMaFByAEfDI4mQ1sOz-pKLwEnWbGDPvqCiI0_s",
    "head": "t6INxQw3DCProUXy15IBDZmSYRv2Cawhopr4OzBRu-Q",
}
TOKENS = {
    "ada": "examformer_q3-FTH7cZJqMdRBksRkoGZpL2sfZW-EE-StHm5GtJvI",
    "lin": "examformer_PHoGubl01TcEq0dRfQbP5Sk0haVveOECIJKPm8b_nSQ",
}
HALF_DONE = "/attempts/ToyBdVxVEyeWk4a5"
SOLUTION_SEEN = "/attempts/iu2OuXfKP0BGTpvj/solution"
LOST_PROGRAM, WAITING_PROGRAM = "/attempts/zxZ2GTE5iqIEG4ym", "/attempts/C3vZ8bSu87ShIJdU"
LAMP = "question-d3a9ec57"  # published, with a test and with sheets in watt hours
LAMP_SHEETS = {"ada": "/attempts/luhmbqFvB6_yoC7o", "guest": "/attempts/OaSlBdxI5BOVyS2k"}
DRAFTS = (
    LAMP, "question-5f6ce889", "question-a901bf8d", "question-4f903ba1", "question-1c407fea", "question-2f5feea2",
    "question-b3a6f2d4",
)  # fmt: skip
COURSE = "/courses/qhHBhAVB93e8"
WEEK, MIDTERM = f"{COURSE}/assignments/SSUEskLAJ2ST", f"{COURSE}/exams/P1NOqOFOS9vi"
PAPER = f"{MIDTERM}/forms/01-003"
HANDED_IN, RUNNING, MOCK = (
    "/sittings/0Sp7o4MeU5ckFS2_",
    "/sittings/xZxJADN9Ba4IyoYS",
    "/sittings/ZomfXMODA79plZQ3",
)
ADDRESSES = {
    "guest": [HALF_DONE, LOST_PROGRAM, LAMP_SHEETS["guest"], f"{MOCK}/review", f"{MOCK}/trail"],
    "ada": [
        "/", "/progress", "/account", "/cards?pack=terms&section=2.5&seed=5078", "/lab", "/lab/decoding", "/courses",
        "/lab/learning?width=16&run=KouL8zppZZ3T7tro", "/lab/runs/KouL8zppZZ3T7tro", SOLUTION_SEEN, WAITING_PROGRAM,
        COURSE, WEEK, f"{COURSE}/marks", MIDTERM, f"{HANDED_IN}/review", f"{HANDED_IN}/trail",
    ],
    "ben": [RUNNING, f"{RUNNING}/questions", f"{RUNNING}/questions/2", f"{RUNNING}/clock", f"{RUNNING}/end"],
    "lin": [
        "/author", *(f"/author/{draft}" for draft in DRAFTS), f"/author/{LAMP}/versions", f"/author/{LAMP}/analytics",
        f"/author/{LAMP}/regrade", f"/author/{LAMP}/moodle.xml", "/author/questions.zip", COURSE, WEEK, MIDTERM,
        f"{COURSE}/marks", f"{COURSE}/analytics", f"{COURSE}/marking", f"{COURSE}/members/4", f"{MIDTERM}/forms", PAPER,
        f"{PAPER}/questions/1", f"{MIDTERM}/results", f"{MIDTERM}/room",
    ],
    "head": ["/people?q=ada"],
}  # fmt: skip


def install(url: str) -> None:
    """Makes the tables as they were and fills them."""
    file = sqlite_file(url)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    move(url, command.upgrade, "0016")
    if file is not None:
        rows = sqlite3.connect(file)
        rows.executescript(f"BEGIN;\n{ROWS}\nCOMMIT;")
        rows.close()
        return
    engine = create_engine(url)
    with engine.begin() as filled:
        filled.connection.cursor().execute(ROWS)  # as it is: with parameters, a % in it would be one
        for table in set(inspect(engine).get_table_names()) - {"alembic_version"}:
            last = f"(SELECT max(id) FROM {table})"
            filled.execute(text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last})"))
    engine.dispose()


def people(app: FastAPI) -> dict[str, Learner]:
    """The browsers of its people, with the cookies that they had; exams go on from where they were."""
    app.state.clock = Clock(lambda: THEN, lambda: 0.0)
    return {who: with_cookie(app, cookie) for who, cookie in COOKIES.items()}
