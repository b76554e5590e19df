// The platform is told that its window, or its frame, can be closed.
const { origin } = document.getElementById("close").dataset;
const there = window.opener ?? (window.parent === window ? null : window.parent);
there?.postMessage({ subject: "org.imsglobal.lti.close" }, origin);
