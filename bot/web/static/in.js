// @ts-check
// A link is good once. Its code stands behind #, where no server sees it, and leaves the address at once.

const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

async function enter() {
  const answer = await fetch(location.pathname, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Taproom": "1" },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  const { to } = await answer.json();
  location.replace(to);
}

enter().catch(() => {
  for (const [id, hidden] of /** @type {[string, boolean][]} */ ([["wait", true], ["gone", false]])) {
    const element = document.getElementById(id);
    if (element) element.hidden = hidden;
  }
});
