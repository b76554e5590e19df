"""One journey to an OpenID provider and back: all that is sent derives from a secret in the browser's cookie."""

import base64
import hmac
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey. ``state`` and ``nonce`` are seen by the provider and in addresses;
    the secret cannot be computed from them."""

    secret: str = field(repr=False)

    @property
    def state(self) -> str:
        return self._made("state")

    @property
    def nonce(self) -> str:
        return self._made("nonce")

    @property
    def verifier(self) -> str:
        """The code verifier of PKCE: without it an intercepted code is worthless."""
        return self._made("verifier")

    def is_of(self, state: str) -> bool:
        return hmac.compare_digest(self.state.encode(), state.encode())

    def _made(self, what: str) -> str:
        made = hmac.digest(self.secret.encode(), what.encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode().rstrip("=")
