"""Metadata that a provider publishes (OpenID Connect Discovery): its endpoints, and how it signs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.accounts.openid.asking import BadProvider
from app.settings import is_safe_address

ALGORITHMS = ("RS256", "ES256", "EdDSA")  # never one with a shared secret, never none


@dataclass(frozen=True, kw_only=True, slots=True)
class Published:
    """The endpoints, ``userinfo`` "" where there is none; the algorithms of ours with which it signs; how we
    authenticate there (``method``); and whether it names itself as issuer when it sends browsers back."""

    authorization: str
    token: str
    keys: str
    userinfo: str
    algorithms: tuple[str, ...]
    method: str
    names_itself: bool


def where(issuer: str) -> str:
    return f"{issuer.rstrip('/')}/.well-known/openid-configuration"


def read(said: Mapping[str, Any], issuer: str) -> Published:
    """Reads the metadata. Raises BadProvider, and KeyError for a missing field."""
    if said.get("issuer") != issuer:
        raise BadProvider(f"it calls itself {str(said.get('issuer'))[:200]!r}, not {issuer!r}")
    signs = said.get("id_token_signing_alg_values_supported", ["RS256"])
    algorithms = tuple(one for one in ALGORITHMS if one in signs)
    if not algorithms:
        raise BadProvider(f"it signs with none of {', '.join(ALGORITHMS)}")
    methods = said.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
    return Published(
        authorization=_safe(said["authorization_endpoint"]),
        token=_safe(said["token_endpoint"]),
        keys=_safe(said["jwks_uri"]),
        userinfo=_safe(said["userinfo_endpoint"]) if said.get("userinfo_endpoint") else "",
        algorithms=algorithms,
        method="client_secret_basic" if "client_secret_basic" in methods else "client_secret_post",
        names_itself=said.get("authorization_response_iss_parameter_supported") is True,
    )


def _safe(address: Any) -> str:
    if not isinstance(address, str) or not is_safe_address(address):
        raise BadProvider(f"an address without https: {str(address)[:200]!r}")
    return address
