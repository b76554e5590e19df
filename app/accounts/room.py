"""The room's registration with the application."""

from app.accounts import errors
from app.accounts.routes import account, api_tokens, email, one_time_links, openid, people
from app.accounts.store import kept_answers, links
from app.database.connection import Database
from app.web.room import Room


def _forget(database: Database) -> None:
    with database.write() as connection:
        kept_answers.forget_older(connection)
        links.forget_older(connection)


ROOM = Room(
    routers=(
        account.router,
        email.router,
        openid.router,
        api_tokens.router,
        one_time_links.router,
        people.router,
    ),
    errors=errors.PAGES,
    housekeeping=(_forget,),
)
