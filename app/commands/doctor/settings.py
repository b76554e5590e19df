"""Settings: whether they fit, and whether they are safe and whole together."""

import difflib
from collections.abc import Iterator
from urllib.parse import urlsplit

from app.commands.doctor.checkup import Check
from app.commands.doctor.findings import Finding, advice, fault, ok, worst
from app.commands.doctor.installation import Installation, is_address, is_here
from app.database.connection import sqlite_file
from app.settings import HERE, PREFIX, Settings

ADDRESS, HOSTS, COOKIES = f"{PREFIX}PUBLIC_ADDRESS", f"{PREFIX}ALLOWED_HOSTS", f"{PREFIX}SECURE_COOKIES"
PROXIES = "FORWARDED_ALLOW_IPS"
OPENID = ("openid_client_id", "openid_client_secret", "openid_name", "openid_roles")
SMTP = ("smtp_from", "smtp_user", "smtp_password", "smtp_password_file")


def fit(at: Installation) -> Finding:
    if at.wrong:
        said = dict.fromkeys(at.wrong.values())
        return fault(
            f"{len(said)} of the settings do not fit"
            if len(said) > 1
            else "one of the settings does not fit",
            *(f"{sentence}." for sentence in said),
            "Until then no server starts. What rests on them is not checked; all else is, as if they were not set.",
        )
    there = sorted(name for name in at.environment if name.upper() in known())
    if not there:
        return ok("none is set, so each has its own value")
    return ok(f"these are set, and fit: {', '.join(there)}")


def names(at: Installation) -> Finding:
    """A variable with a slip in its name is passed over by the server without a word."""
    strange = sorted(
        name for name in at.environment if name.upper().startswith(PREFIX) and name.upper() not in known()
    )
    if not strange:
        return ok(f"every variable that begins with {PREFIX} is a setting")
    steps = []
    for name in strange:
        near = difflib.get_close_matches(name.upper(), known(), 1, 0.8)
        steps.append(f"{name}: {f'is {near[0]} meant?' if near else 'unset it if nothing else needs it.'}")
    return advice("variables that are no settings say nothing to the server", *steps)


def https(at: Installation) -> Finding:
    if at.settings.public_address and not is_address(at.settings.public_address):
        return fault(
            f"{at.settings.public_address} is no address: links would begin with it",
            f"Set {ADDRESS}=https://NAME.",
        )
    address = urlsplit(at.settings.public_address)
    if address.scheme == "https":
        if at.settings.secure_cookies:
            return ok("people come by https, and cookies are sent over https only")
        return fault(
            "people come by https, but their cookies would be sent without it, too",
            f"Set {COOKIES}=true.",
        )
    if address.hostname in (None, *HERE):
        if at.settings.secure_cookies:
            return advice(
                f"{COOKIES} is set, but no address with https: over http nobody stays signed in",
                f"Set {ADDRESS}=https://NAME, or unset {COOKIES}.",
            )
        return ok("not needed: no public address is set")
    return fault(
        f"people come to {at.settings.public_address} without https: passwords can be read on their way",
        'Put a proxy with a certificate before the server (docs/operating.md, "Behind a proxy"), and set',
        f"{ADDRESS}=https://{address.netloc} and {COOKIES}=true.",
    )


def allowed_hosts(at: Installation) -> Finding:
    name = urlsplit(at.settings.public_address).hostname
    allowed = at.settings.allowed_hosts
    if "*" in allowed:
        return advice(
            f"{HOSTS} allows every name, so links can be made that lead elsewhere",
            f'Set {HOSTS}=\'["{name or "exam.example"}", "127.0.0.1"]\'.',
        )
    if name and not any(_matches(name, pattern) for pattern in allowed):
        return fault(
            f'the server does not answer to {name}, its public name: people would see "Invalid host header"',
            f'Set {HOSTS}=\'["{name}", "127.0.0.1"]\'.',
        )
    if not name and not is_here(at.settings.host) and set(allowed) <= {*HERE, "[::1]"}:
        return fault(
            f"the server listens on {at.settings.host} for other machines, but answers only to names of this one",
            f'Set {HOSTS}=\'["NAME", "127.0.0.1"]\' with the name under which people ask it.',
        )
    return ok(f"the server answers to {', '.join(allowed)}")


def listening(at: Installation) -> Finding:
    host, trusted = at.settings.host, at.environment.get(PROXIES, "127.0.0.1")
    where = f"{host}, port {at.settings.port}"
    if is_here(host):
        return ok(f"on {where}: only this machine reaches it, and a proxy on it")
    found = []
    if urlsplit(at.settings.public_address).scheme != "https":
        found.append(
            fault(
                f"the server listens on {where}, for other machines, without https",
                "Unset HOST to let this machine alone reach it, or put a proxy with a certificate before it",
                f'(docs/operating.md, "Behind a proxy") and set {ADDRESS}=https://NAME.',
            )
        )
    else:
        found.append(
            advice(
                f"the server listens on {where}: whoever reaches that gets past the proxy and its https",
                "Unset HOST where the proxy runs on this machine; otherwise let only the proxy reach the port.",
            )
        )
    if "*" in trusted:
        found.append(
            fault(
                f"{PROXIES}={trusted} believes everybody who names another address than their own",
                f"Set {PROXIES} to the addresses of the proxies, with commas between them.",
            )
        )
    return worst(found)


def workers(at: Installation) -> Finding:
    number = at.settings.workers
    if number > 1 and sqlite_file(at.settings.database_url):
        return fault(
            f"{number} workers cannot share an SQLite file; the server does not start",
            f"Set {PREFIX}WORKERS=1, or {PREFIX}DATABASE_URL=postgresql://USER@HOST/NAME.",
        )
    return ok(f"{number} {'serves' if number == 1 else 'serve'} pages")


def halves(at: Installation) -> Finding:
    return worst([*_halves(at.settings), ok("e-mail and OpenID are each set as a whole, or not at all")])


def loosened(at: Installation) -> Finding:
    """Settings that make sense on one's own machine."""
    found = {
        "webhooks_inside": "webhooks may be sent to private networks and to this machine",
        "lti_without_https": "platforms on this machine may be registered without https",
    }
    there = {name: said for name, said in found.items() if getattr(at.settings, name)}
    if there and at.is_public:
        steps = [f"Unset {PREFIX}{name.upper()} unless that is meant." for name in there]
        return advice(f"people use this installation, and {'; '.join(there.values())}", *steps)
    return ok("nothing is allowed that is meant for trying things out")


def known() -> set[str]:
    """The names of all settings, as environment variables."""
    return {"HOST", "PORT", *(f"{PREFIX}{name}".upper() for name in Settings.model_fields)}


def _matches(name: str, pattern: str) -> bool:
    return name == pattern.lower() or (pattern.startswith("*.") and name.endswith(pattern[1:].lower()))


def _halves(chosen: Settings) -> Iterator[Finding]:
    for switch, others, what in (
        ("smtp_host", SMTP, "no e-mail is sent"),
        ("openid_issuer", OPENID, "nobody can sign in with OpenID"),
    ):
        there = [name for name in others if getattr(chosen, name)]
        if there and not getattr(chosen, switch):
            named = ", ".join(f"{PREFIX}{name.upper()}" for name in there)
            yield fault(
                f"{what}: {PREFIX}{switch.upper()} is not set, but {named}",
                f"Set {PREFIX}{switch.upper()}, or unset the others.",
            )
    if chosen.smtp_host and not chosen.public_address:
        yield fault(
            f"links in e-mails would lead to {chosen.address}, which only this machine reaches",
            f"Set {ADDRESS}=https://NAME.",
        )


CHECKS = (
    Check("settings", fit),
    Check("names of settings", names),
    Check("https", https, needs=(ADDRESS, COOKIES)),
    Check("allowed hosts", allowed_hosts, needs=(ADDRESS, HOSTS, "HOST")),
    Check("listening", listening, needs=(ADDRESS, "HOST", "PORT")),
    Check("workers", workers, needs=(f"{PREFIX}WORKERS", f"{PREFIX}DATABASE_URL")),
    Check("halves of settings", halves, needs=(f"{PREFIX}SMTP_HOST", f"{PREFIX}OPENID_ISSUER")),
    Check("loosened settings", loosened),
)
