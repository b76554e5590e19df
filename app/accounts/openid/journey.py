"""One way to an OpenID provider and back: what travels is made of one secret, which the browser keeps in a cookie."""

import base64
import hmac
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Journey:
    """``state`` and ``nonce`` are seen by the provider and in addresses; from them nobody finds the secret."""

    secret: str = field(repr=False)

    @property
    def state(self) -> str:
        return self._made("state")

    @property
    def nonce(self) -> str:
        return self._made("nonce")

    @property
    def verifier(self) -> str:
        """Of PKCE: who has the code alone gets nothing for it."""
        return self._made("verifier")

    def is_of(self, state: str) -> bool:
        return hmac.compare_digest(self.state.encode(), state.encode())

    def _made(self, what: str) -> str:
        made = hmac.digest(self.secret.encode(), what.encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode().rstrip("=")
