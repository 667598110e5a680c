// @ts-check
// Whom Discord has led here goes on by script: another site began this navigation, so a strict cookie is not sent yet.

history.replaceState(null, "", location.pathname);
const onward = document.getElementById("onward");
if (onward instanceof HTMLAnchorElement) location.replace(onward.href);
