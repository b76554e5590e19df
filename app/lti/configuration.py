"""The JSON that platforms ask of us: the configuration that Canvas reads, and the one of a dynamic registration."""

from typing import Any
from urllib.parse import urlsplit

from app.lti.platforms import Ours
from app.lti.protocol.names import DEEP_LINK, RESOURCE, SCOPES, TOOL

TITLE = "Examformer"
SAYS = "Exam practice for courses on language models: exercises, assignments and exams."
CLAIMS = ("iss", "sub", "name", "given_name", "family_name", "email")
NUMBER = {"matriculation": "$Person.sourcedId"}


def for_canvas(ours: Ours) -> dict[str, Any]:
    """Returns the configuration in the form of Canvas."""
    return {
        "title": TITLE,
        "description": SAYS,
        "target_link_uri": ours.launch,
        "oidc_initiation_url": ours.login,
        "public_jwk_url": ours.keys,
        "scopes": list(SCOPES),
        "custom_fields": NUMBER,
        "extensions": [
            {
                "platform": "canvas.instructure.com",
                "privacy_level": "public",
                "domain": urlsplit(ours.site).netloc,
                "settings": {
                    "text": TITLE,
                    "placements": [
                        {"placement": placement, "message_type": DEEP_LINK, "target_link_uri": ours.launch}
                        for placement in ("assignment_selection", "link_selection")
                    ],
                },
            }
        ],
    }


def for_registration(ours: Ours, title: str) -> dict[str, Any]:
    """Returns the client that a platform registers, in the form of OpenID Connect with what LTI adds."""
    return {
        "application_type": "web",
        "response_types": ["id_token"],
        "grant_types": ["client_credentials", "implicit"],
        "initiate_login_uri": ours.login,
        "redirect_uris": [ours.launch],
        "client_name": title,
        "client_uri": ours.site,
        "jwks_uri": ours.keys,
        "token_endpoint_auth_method": "private_key_jwt",
        "scope": " ".join(SCOPES),
        TOOL: {
            "domain": urlsplit(ours.site).netloc,
            "description": SAYS,
            "target_link_uri": ours.launch,
            "custom_parameters": NUMBER,
            "claims": list(CLAIMS),
            "messages": [
                {"type": RESOURCE, "target_link_uri": ours.launch, "label": TITLE},
                {"type": DEEP_LINK, "target_link_uri": ours.launch, "label": TITLE},
            ],
        },
    }
