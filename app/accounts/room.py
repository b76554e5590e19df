"""The room's registration with the application."""

from app.accounts import errors
from app.accounts.routes import account, api_tokens, one_time_links, openid, people
from app.web.room import Room

ROOM = Room(
    routers=(account.router, openid.router, api_tokens.router, one_time_links.router, people.router),
    errors=errors.PAGES,
)
