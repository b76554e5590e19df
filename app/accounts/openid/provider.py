"""An OpenID provider: the address to send people to, and their claims, accepted only with its valid signature."""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from app.accounts.openid import claims, published
from app.accounts.openid.asking import BadProvider, ProviderDown, answer, asking
from app.accounts.openid.claims import Claimed, MakesInstructor
from app.accounts.openid.journey import Journey
from app.accounts.openid.published import Published
from app.settings import Settings

SCOPE = "openid email profile"
SKEW = 60  # seconds that two clocks may differ
KEPT = 600.0  # seconds that addresses and keys are not asked for again
OVERLOADED = {"temporarily_unavailable", "server_error"}


class Declined(Exception):
    """The person, or the provider, declined to sign in."""


@dataclass(frozen=True, slots=True)
class Returned:
    """The query that the browser brought back from the provider; nothing in it is trusted."""

    code: str
    state: str
    error: str
    issuer: str


class Provider:
    """The provider of the settings. Every method that asks it may raise ProviderDown or BadProvider."""

    def __init__(self, settings: Settings) -> None:
        self.issuer = settings.openid_issuer
        self.name = settings.openid_name or self.issuer.split("/")[2]
        self._client = settings.openid_client_id
        self._secret = settings.openid_client_secret
        claim, _, value = settings.openid_roles.rpartition("=")
        self._makes_instructor = MakesInstructor(claim, value)
        self._published: Published | None = None
        self._keys: Mapping[str, Any] = {}
        self._until = 0.0

    def address(self, journey: Journey, back: str) -> str:
        """The address to which the browser goes; the provider sends it back to ``back``."""
        found = self._find()
        with self._asking(scope=SCOPE, redirect_uri=back, code_challenge_method="S256") as session:
            sent = {"state": journey.state, "nonce": journey.nonce, "code_verifier": journey.verifier}
            return str(session.create_authorization_url(found.authorization, **sent)[0])

    def claimed(self, journey: Journey, returned: Returned, back: str) -> Claimed:
        """The claims of the person who came back. Raises Declined, too.
        The caller must have checked that this browser made the journey."""
        if returned.error in OVERLOADED:
            raise ProviderDown(returned.error)
        if returned.error == "access_denied":
            raise Declined
        if returned.error or not returned.code:
            raise BadProvider(f"it sent somebody back with the error {returned.error[:80]!r}")
        found = self._find()
        if returned.issuer != self.issuer and (returned.issuer or found.names_itself):
            raise BadProvider(f"somebody came back from {returned.issuer[:80]!r}")
        with self._asking(redirect_uri=back, token_endpoint_auth_method=found.method) as session:
            token = session.fetch_token(
                found.token,
                grant_type="authorization_code",
                code=returned.code,
                code_verifier=journey.verifier,
                allow_redirects=False,
            )
            said = self._believed(session, found, token, journey.nonce)
            more = None
            if ("email" not in said or self._makes_instructor.unanswered(said)) and found.userinfo:
                more = answer(session, found.userinfo, withhold_token=False)
            return claims.read(self.issuer, said, more, self._makes_instructor)

    def _believed(
        self, session: Any, found: Published, token: Mapping[str, Any], nonce: str
    ) -> Mapping[str, Any]:
        """The claims of an ID token, after checks that the provider signed it for us, on this journey, and just now."""
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.errors import BadSignatureError, InvalidKeyIdError

        sent, allowed = token["id_token"], list(found.algorithms)
        try:
            signed = jwt.decode(sent, self._key_set(session, found), allowed)
        except (BadSignatureError, InvalidKeyIdError):  # it may have new keys
            self._keys = {}
            signed = jwt.decode(sent, self._key_set(session, found), allowed)
        expected = {"iss": self.issuer, "aud": self._client}
        ours = {name: {"essential": True, "value": value} for name, value in expected.items()}
        asked = {"nonce": nonce, "client_id": self._client, "access_token": token.get("access_token")}
        believed = CodeIDToken(signed.claims, signed.header, ours, asked)
        believed.validate(leeway=SKEW)
        return dict(believed)

    def _key_set(self, session: Any, found: Published) -> Any:
        """The provider's keys. A key that we cannot read is left out: there may be others."""
        from joserfc.errors import JoseError
        from joserfc.jwk import JWKRegistry, Key, KeySet

        self._keys = said = self._keys or answer(session, found.keys)
        keys: list[Key] = []
        for one in said["keys"]:
            with suppress(JoseError, ValueError, TypeError, KeyError):
                keys.append(JWKRegistry.import_key(one))
        return KeySet(keys)

    def _find(self) -> Published:
        found = self._published
        if found is None or time.monotonic() > self._until:
            with self._asking() as session:
                found = published.read(answer(session, published.where(self.issuer)), self.issuer)
            self._published, self._keys, self._until = found, {}, time.monotonic() + KEPT
        return found

    def _asking(self, **more: Any) -> Any:
        return asking(self._client, self._secret.get_secret_value(), **more)
