"""Servers of others that the settings name: for e-mail, and for signing in."""

from app.accounts.openid import published
from app.accounts.openid.asking import BadProvider, ProviderDown, answer, asking
from app.commands.doctor.checkup import Check
from app.commands.doctor.findings import Finding, fault, ok
from app.commands.doctor.installation import Installation
from app.mail import smtp
from app.settings import PREFIX

SECONDS = 20.0
ISSUER, SMTP = f"{PREFIX}OPENID_ISSUER", f"{PREFIX}SMTP_HOST"


def mail(at: Installation) -> Finding:
    """Connects, secures the connection and signs in, as for a mail, and sends none."""
    chosen = at.settings
    if not chosen.smtp_host:
        return ok("none is sent, since no server is set")
    where = f"{chosen.smtp_host}, port {chosen.smtp_port}"
    try:
        with smtp.connected(chosen):
            pass
    except smtp.ServerDown as error:
        return fault(
            f"{where} takes no e-mails: {error}",
            f"Check {SMTP}, {PREFIX}SMTP_PORT (587 with starttls, 465 with tls), {PREFIX}SMTP_TLS, user and password,",
            f"and that a firewall lets this machine through: nc -vz {chosen.smtp_host} {chosen.smtp_port}",
        )
    known = f", and knows {chosen.smtp_user}" if chosen.smtp_user else ""
    return ok(f"{where} answers with {chosen.smtp_tls}{known}; none was sent")


def openid(at: Installation) -> Finding:
    chosen = at.settings
    if not chosen.openid_issuer:
        return ok("not set: people sign in with a password")
    where = published.where(chosen.openid_issuer)
    try:
        with asking(chosen.openid_client_id, chosen.openid_client_secret.get_secret_value()) as session:
            published.read(answer(session, where), chosen.openid_issuer)
    except ProviderDown as error:
        return fault(
            f"the provider cannot be reached: {str(error)[:200]}",
            "Check that this machine reaches it, and trusts its certificate (SSL_CERT_FILE):",
            f"curl {where}",
        )
    except BadProvider as error:
        return fault(
            f"the provider cannot be used: {str(error)[:200]}",
            f"Set {ISSUER} exactly as it calls itself, with or without a slash at the end:",
            f"curl -s {where}",
        )
    return ok(f"{chosen.openid_issuer} answers, and calls itself so")


CHECKS = (
    Check("e-mail", mail, SECONDS, needs=(SMTP,)),
    Check("OpenID", openid, SECONDS, needs=(ISSUER,)),
)
