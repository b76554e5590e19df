"""The page of a course on the platform: a frame in which the tool is launched, and the storage for what it keeps."""

from collections.abc import Mapping
from urllib.parse import urlencode

from tests.app.lti.platform import Answer, Pages, Platform

STORAGE = """
const kept = new Map();
window.addEventListener("message", (event) => {
  const { subject, message_id, key, value } = event.data;
  if (subject === "org.imsglobal.lti.close") document.title = "closed";
  if (subject === "lti.put_data") kept.set(key, value);
  if (subject === "lti.put_data" || subject === "lti.get_data")
    event.source.postMessage({ subject: `${subject}.response`, message_id, key, value: kept.get(key) }, event.origin);
});
"""


def course(there: Platform, query: Mapping[str, str]) -> Answer:
    """The page as one user sees it; ``link`` is the resource link in its frame, without it something is picked."""
    user, link = there.users[query["user"]], there.links.get(query.get("link", ""))
    address = f"{there.tool}/lti/login?{urlencode(there.beginning(user, link))}".replace("&", "&amp;")
    frame = f'<iframe name="tool" title="Examformer" src="{address}" width="900" height="700"></iframe>'
    page = f"<!doctype html><title>Course</title><h1>Course</h1><script>{STORAGE}</script>{frame}"
    return 200, {"Content-Type": "text/html"}, page.encode()


def register(there: Platform, query: Mapping[str, str]) -> Answer:
    """Where an administrator of the platform enters the address that a tool gave out."""
    sent = {"openid_configuration": f"{there.issuer}/.well-known/openid-configuration"}
    sent |= {"registration_token": "registration token"}
    address = f"{query['tool']}?{urlencode(sent)}".replace("&", "&amp;")
    page = f'<!doctype html><title>Tools</title><script>{STORAGE}</script><iframe name="tool" src="{address}"></iframe>'
    return 200, {"Content-Type": "text/html"}, page.encode()


PAGES: Pages = {"/course": course, "/tools": register}
