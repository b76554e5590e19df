"""The address under which people reach the installation: it is really asked, and so is the server on this machine."""

import socket
import ssl
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from app.commands.doctor.checkup import Check
from app.commands.doctor.findings import Finding, advice, fault, ok, unchecked
from app.commands.doctor.installation import Installation, is_here
from app.commands.doctor.settings import ADDRESS, HOSTS
from app.commands.doctor.way import asking
from app.commands.doctor.way.asking import Answer, Unanswered

LIVE, ALIVE = "/health/live", "alive\n"
HOST = "nginx: proxy_set_header Host $http_host;"  # the line that keeps the name
SOON = timedelta(days=14)


def server(at: Installation) -> Finding:
    """Looks whether a server runs here, or something else in its place."""
    place = here(at)
    found = asked(place, at)
    if isinstance(found, Exception):
        return ok(f"none runs here at {place} at the moment")
    if not is_examformer(found):
        return fault(
            f"something else than Examformer answers at {place} (status {found.status})",
            "Set PORT to one that is free, or end what listens there: ss -ltnp",
        )
    ready = asked(place, at, "/health/ready")
    if isinstance(ready, Answer) and ready.status == 200:
        return ok(f"one runs at {place}, and is ready")
    said = ready.text.strip() if isinstance(ready, Answer) else str(ready)
    return fault(f"one runs at {place}, and is not ready: {said}", "See above what is said of the database.")


def reached(at: Installation) -> Finding:
    if not at.address:
        return ok("not checked: no public address is set")
    found = asked(at.address)
    if is_examformer(found):
        return ok(f"Examformer answers at {at.address}{', with no proxy before it' if is_own(at) else ''}")
    return _unreached(at, found)


def certificate(at: Installation) -> Finding | None:
    found = asked(at.address) if urlsplit(at.address).scheme == "https" else None
    if not isinstance(found, Answer) or found.expires is None:
        return None
    left = found.expires - datetime.now(UTC)
    said = f"the certificate is good until {found.expires:%Y-%m-%d}"
    if left > SOON:
        return ok(said)
    return advice(f"{said}: {left.days} days", "Look why nothing renews it, such as `certbot renew`.")


def without_https(at: Installation) -> Finding | None:
    """Whoever types the address without https should end up with it."""
    parts = urlsplit(at.address)
    if parts.scheme != "https" or parts.port not in (None, 443):
        return None
    found = asked(f"http://{parts.hostname}")
    if is_examformer(found):
        return advice(
            f"http://{parts.hostname} serves pages without https, on which nobody stays signed in",
            "nginx: return 301 https://$host$request_uri;",
            "HAProxy: http-request redirect scheme https code 301 unless { ssl_fc }",
        )
    return ok("pages are served over https alone")


def _unreached(at: Installation, found: Answer | Exception) -> Finding:
    name = urlsplit(at.address).hostname
    wrong = f"Or {ADDRESS} is wrong."
    match found:
        case socket.gaierror():
            return fault(
                f"nobody knows the name {name}",
                f"Give it an address (DNS), and try: getent hosts {name}",
                wrong,
            )
        case ssl.SSLCertVerificationError():
            return fault(
                f"the certificate at {at.address} is not trusted: {found.verify_message}",
                "Renew it (certbot renew), with its whole chain (fullchain.pem), for this name. To see it:",
                f"openssl s_client -connect {name}:{urlsplit(at.address).port or 443} -servername {name} </dev/null",
            )
        case Answer(status=400) if "host" in found.text.casefold():
            return fault(
                f"the server refuses requests to {at.address}: it does not answer to that name",
                f"Set {HOSTS} to a list with {name} in it; or the proxy changes the name: {HOST}",
            )
        case Answer(status=301 | 302 | 307 | 308):
            return fault(
                f"{at.address} leads on to {found.location}", f"Set {ADDRESS} to where people really end up."
            )
        case Answer(status=502 | 503 | 504) if at.typed or _runs_here(at):
            return fault(
                f"the proxy at {at.address} finds no server (status {found.status})",
                f"Let it pass requests on to {here(at)}, and ask that by hand: curl -i {here(at)}{LIVE}",
            )
        case Answer(status=502 | 503 | 504):
            return _later(at, f"the proxy at {at.address} finds no server (status {found.status})")
        case Answer():
            return fault(
                f"something else than Examformer answers at {at.address} (status {found.status})",
                f"Let the proxy pass all requests to this name on to {here(at)}. {wrong}",
            )
        case _ if at.typed or _runs_here(at):
            return fault(
                f"nothing answers at {at.address}: {found}",
                "Start the proxy, and let its port through the firewall:",
                f"curl -i {at.address}{LIVE}",
                wrong,
            )
        case _:
            return _later(at, f"nothing answers at {at.address} ({found})")


def _later(at: Installation, said: str) -> Finding:
    return unchecked(
        f"{said}, and no server runs here", "Start the server and the proxy, then ask once more."
    )


def here(at: Installation) -> str:
    host = at.settings.host
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{at.settings.port}"


def _runs_here(at: Installation) -> bool:
    return isinstance(asked(here(at), at), Answer)


def is_own(at: Installation) -> bool:
    """True if the address is that of the server itself."""
    parts = urlsplit(at.address)
    return is_here(parts.hostname or "") and parts.port == at.settings.port and parts.scheme == "http"


def is_examformer(found: Answer | Exception) -> bool:
    return isinstance(found, Answer) and (found.status, found.text) == (200, ALIVE)


def asked(where: str, own: Installation | None = None, path: str = LIVE) -> Answer | Exception:
    """Asks by the name in the address; a server of one's ``own`` by one that it answers to."""
    name = own.settings.allowed_hosts[0] if own and own.settings.allowed_hosts else ""
    headers = {"Host": name.replace("*.", "doctor.")} if name not in ("", "*") else {}
    try:
        return asking.ask(where, path, headers)
    except Unanswered as error:
        return error


CHECKS = (
    Check("server", server, needs=("HOST", "PORT", HOSTS)),
    Check("public address", reached, seconds=30, needs=(ADDRESS,)),
    Check("certificate", certificate, seconds=30, needs=(ADDRESS,)),
    Check("without https", without_https, seconds=30, needs=(ADDRESS,)),
)
