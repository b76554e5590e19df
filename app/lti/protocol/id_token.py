"""The token of a launch: believed only with a signature by one of the platform's published keys, for us, for this
launch, and just now."""

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from app.lti.protocol.asking import BadPlatform, Refused, ask, mapping
from app.lti.store.platforms import Platform

ALGORITHMS = ("RS256", "ES256")  # never one with a shared secret, never none
SKEW = 60  # seconds that two clocks may differ
KEPT = 600.0  # seconds that keys are not asked for again
SELDOM = 30.0  # seconds between two times that they are asked for because none fits


class PublishedKeys:
    """The keys that platforms publish, by address, as they were when they were last asked for."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Mapping[str, Any], float]] = {}
        self._lock = threading.Lock()

    def of(self, platform: Platform, *, anew: bool = False) -> Mapping[str, Any]:
        """Returns the keys; ``anew``, unless they were asked for just now. Raises PlatformDown and BadPlatform."""
        address = platform.details.keys
        with self._lock:
            kept = self._kept.get(address)
        if kept and time.monotonic() - kept[1] < (SELDOM if anew else KEPT):
            return kept[0]
        try:
            said = mapping(ask("GET", address))
        except Refused as error:
            raise BadPlatform(f"its keys: {error}") from error
        with self._lock:
            self._kept[address] = said, time.monotonic()
        return said


def believed(keys: PublishedKeys, platform: Platform, token: str, nonce: str) -> dict[str, Any]:
    """Returns the claims of a token. Raises PlatformDown and BadPlatform."""
    from joserfc import jwt
    from joserfc.errors import BadSignatureError, InvalidKeyIdError, JoseError

    try:
        try:
            signed = jwt.decode(token, _key_set(keys.of(platform)), list(ALGORITHMS))
        except (BadSignatureError, InvalidKeyIdError):  # it may have new keys
            signed = jwt.decode(token, _key_set(keys.of(platform, anew=True)), list(ALGORITHMS))
        ours = platform.details.client_id
        jwt.JWTClaimsRegistry(
            leeway=SKEW,
            iss={"essential": True, "value": platform.details.issuer},
            aud={"essential": True, "value": ours},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": nonce},
        ).validate(signed.claims)
        claims = dict(signed.claims)
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if (several or "azp" in claims) and claims.get("azp") != ours:
            raise BadPlatform("it was issued to another client")
        return claims
    except (JoseError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise BadPlatform(f"{type(error).__name__}: {error}") from error


def _key_set(said: Mapping[str, Any]) -> Any:
    """The keys that can be read: there may be others."""
    from joserfc.errors import JoseError
    from joserfc.jwk import JWKRegistry, Key, KeySet

    keys: list[Key] = []
    for one in said["keys"]:
        with suppress(JoseError, ValueError, TypeError, KeyError):
            keys.append(JWKRegistry.import_key(one))
    return KeySet(keys)
