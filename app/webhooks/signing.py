"""The signature of what is sent: HMAC-SHA256 of the time and the body, by the secret of the webhook.

    Examformer-Signature: t=1764460800,v1=6ffbb59b...

A receiver computes the same over ``t``, a full stop and the body as it came, compares, and refuses old times: so nobody
else can send, and nobody can send again what was sent once.
"""

import hashlib
import hmac

HEADER = "Examformer-Signature"


def signature(secret: str, at: int, body: str) -> str:
    """Returns the header's value for a body that is sent at this second of the epoch."""
    signed = hmac.new(secret.encode(), f"{at}.{body}".encode(), hashlib.sha256)
    return f"t={at},v1={signed.hexdigest()}"
