"""Our keys: what we sign is checked with them. A new one signs from now on; the one before stays published for a while,
since platforms keep what they have read."""

import json
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from app.database.connection import Database
from app.identity.store import tokens
from app.lti.store import keys
from app.lti.store.keys import SigningKey
from app.web.context import Context

ALGORITHM = "RS256"
OUTLIVES = timedelta(days=30)  # a key that another one has followed
LASTS = 300  # seconds, what is signed


def published(database: Database) -> dict[str, Any]:
    """Returns the public keys as a JSON Web Key Set; none before the first was made."""
    from joserfc.jwk import RSAKey

    with database.read() as connection:
        known = keys.every(connection)
    public = [RSAKey.import_key(json.loads(one.private)).as_dict(private=False) for one in known]
    return {"keys": [dict(one) for one in public]}


def known(context: Context) -> list[SigningKey]:
    with context.database.read() as connection:
        return keys.every(connection)


def ensure(database: Database) -> None:
    """Makes the first key where there is none."""
    with database.read() as connection:
        if keys.every(connection):
            return
    kid, private = _made()
    with database.write() as connection:
        if not keys.every(connection):
            keys.add(connection, kid, private)


def rotate(context: Context) -> None:
    """Makes a key that signs from now on, and drops those that were followed long ago."""
    kid, private = _made()
    with context.database.write() as connection:
        before = keys.every(connection)
        keys.add(connection, kid, private)
        for later, one in pairwise(before):
            if later.made_at < datetime.now(UTC) - OUTLIVES:
                keys.drop(connection, one.kid)


def signed(database: Database, claims: Mapping[str, Any]) -> str:
    """Signs these claims with the newest key, for some minutes."""
    from joserfc import jwt
    from joserfc.jwk import RSAKey

    with database.read() as connection:
        newest = keys.every(connection)[0]
    key = RSAKey.import_key(json.loads(newest.private))
    now = int(time.time())
    timed = {"iat": now, "exp": now + LASTS, "jti": tokens.made(), **claims}
    return jwt.encode({"alg": ALGORITHM, "typ": "JWT", "kid": newest.kid}, timed, key, algorithms=[ALGORITHM])


def _made() -> tuple[str, str]:
    """Returns a new key and its id; made outside of a transaction, since it takes a tenth of a second."""
    from joserfc.jwk import RSAKey

    kid = tokens.made()[:22]
    made = RSAKey.generate_key(2048, {"kid": kid, "use": "sig", "alg": ALGORITHM}, private=True)
    return kid, json.dumps(made.as_dict(private=True))
