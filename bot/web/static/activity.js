// @ts-check
// The entrance inside Discord: it logs in through Discord's client, and shows the page of the table that was meant.

import { group } from "./games.js";
import { DiscordSDK } from "./sdk.js";
import { session } from "./session.js";
import { Stream } from "./stream.js";

/** @typedef {import("./games.js").Group} Group */

const { client, outside, failed } = /** @type {Record<string, string>} */ (
  /** @type {HTMLElement} */ (document.getElementById("entrance")).dataset
);
const wait = /** @type {HTMLElement} */ (document.getElementById("wait"));

/** Milliseconds in which Discord's client has to answer. */
const PATIENCE = 30_000;

/** The table that this page had open before it was loaded again. */
const before = Number(location.hash.match(/^#t(\d+)$/)?.[1] ?? NaN);

/** Discord's numbers of window modes, and of the state in which a device can be turned. */
const PIP = 1;
const GRID = 2;
const UNLOCKED = 1;

/** Why a board is not shown: a sentence for its user. */
class Refused extends Error {}

/** @template T @param {Promise<T>} answer of Discord's client @returns {Promise<T>} */
function inTime(answer) {
  return Promise.race([answer, new Promise((_, no) => window.setTimeout(() => no(new Refused(failed)), PATIENCE))]);
}

/** @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** The user's code from Discord, and the verifier without which no one else can use it. @param {DiscordSDK} sdk */
async function authorize(sdk) {
  const verifier = base64(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const { code } = await inTime(
    sdk.commands.authorize({
      client_id: client,
      response_type: "code",
      prompt: "none",
      scope: ["identify"],
      code_challenge: base64(new Uint8Array(digest)),
      code_challenge_method: "S256",
    }),
  );
  return { code, verifier };
}

/** Ask the server. @param {string} what @param {RequestInit} [more] */
async function ask(what, more) {
  const answer = await fetch(`activity/${what}`, { ...more, headers: { ...session.headers, ...more?.headers } }).catch(() => null);
  if (answer === null) throw new Refused(failed);
  return answer;
}

/** @param {DiscordSDK} sdk */
async function enter(sdk) {
  await inTime(sdk.ready());
  const asked = { ...(await authorize(sdk)), instance: sdk.instanceId, table: Number.isNaN(before) ? null : before };
  const answer = await ask("in", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Refused(told.error);
  session.headers.Authorization = `Bearer ${told.token}`;
  document.documentElement.lang = told.lang;
  await inTime(sdk.commands.authenticate({ access_token: told.access_token }));
  return told;
}

/** Begin again, with a table or with the list of them. @param {string} where */
function restart(where) {
  history.replaceState(null, "", where);
  location.reload();
}

/** Show the page of a table, in place of this one. @param {number} table @param {Record<string, string>} words */
async function open(table, words) {
  const answer = await ask(`t/${table}`);
  if (!answer.ok) throw new Refused(answer.status === 403 ? words["activity.denied"] : failed);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  history.replaceState(null, "", `#t${table}`); // for another load: the table was meant once
  session.base = `activity/t/${table}`;
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  const { use } = await import("./page.js");
  const row = document.createElement("p");
  row.className = "row";
  row.append(
    button(words["activity.games"], () => restart("#games")),
    button(words["button.page.open"], () => void use(`t${table}.0.page.browser`)),
  );
  document.getElementById("table")?.append(row, present);
}

/** @param {string} label @param {() => void} act */
function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

/** Offer what can be opened here; what is alone is opened. @param {Record<string, string>} words */
async function offer(words) {
  const answer = await ask("games");
  if (!answer.ok) throw new Refused(failed);
  const { groups } = /** @type {{groups: Group[]}} */ (await answer.json());
  const tables = groups.flatMap((some) => some.games).filter((one) => one.open);
  if (!tables.length) throw new Refused(words["activity.none"]);
  if (tables.length === 1 && location.hash !== "#games") return open(tables[0].table, words);
  wait.textContent = words["activity.games"];
  const choose = (/** @type {number} */ table) => void open(table, words).catch(refuse);
  document.getElementById("games")?.replaceChildren(...groups.map((some) => group(some, choose)));
}

/** @param {unknown} error */
function refuse(error) {
  wait.textContent = error instanceof Refused ? error.message : failed;
  document.getElementById("games")?.replaceChildren();
}

// Pictures are fetched, as no image sends a token. The last few stay: one is shown while the next one comes.

/** @type {string[]} */
const shown = [];
const KEPT = 4;

session.picture = async (from) => {
  const answer = await fetch(from, { headers: session.headers }).catch(() => null);
  if (!answer?.ok) return "";
  shown.push(URL.createObjectURL(await answer.blob()));
  if (shown.length > KEPT) URL.revokeObjectURL(shown.shift() ?? "");
  return shown[shown.length - 1];
};
session.stream = (from) => {
  const stream = new Stream(from, session.headers);
  // The button under another board was pressed, while this page is open.
  stream.addEventListener("launch", (event) => {
    const table = /** @type {MessageEvent} */ (event).data;
    if (location.hash !== `#t${table}`) restart(`#t${table}`);
  });
  return /** @type {EventSource} */ (/** @type {unknown} */ (stream));
};

// What Discord's client says of itself; an old one may not know all of it.

/** The names of those who have it open. */
const present = document.createElement("p");
present.className = "small present";

/** @param {DiscordSDK} sdk @param {Record<string, string>} words */
function settle(sdk, words) {
  /** @param {{participants: {nickname?: string, global_name?: string | null, username: string}[]}} told */
  const meet = ({ participants }) => {
    const names = participants.map((one) => one.nickname ?? one.global_name ?? one.username);
    present.textContent = `${words["activity.present"]}: ${names.join(", ")}`;
  };
  const { commands } = sdk;
  const unknown = () => undefined;
  commands.setOrientationLockState({ lock_state: UNLOCKED }).catch(unknown);
  commands.getActivityInstanceConnectedParticipants().then(meet).catch(unknown);
  sdk.subscribe("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", meet).catch(unknown);
  sdk
    .subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", (/** @type {{layout_mode: number}} */ { layout_mode }) => {
      document.documentElement.classList.toggle("small-window", layout_mode === PIP || layout_mode === GRID);
    })
    .catch(unknown);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[target=_blank]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault(); // a frame may open no window
    commands.openExternalLink({ url: link.href }).catch(unknown);
  });
}

async function begin() {
  /** @type {DiscordSDK} */
  let sdk;
  try {
    sdk = new DiscordSDK(client, { disableConsoleLogOverride: true });
  } catch {
    throw new Refused(outside); // the address has nothing from Discord
  }
  const { table, words } = await enter(sdk);
  settle(sdk, words);
  await (table === null ? offer(words) : open(table, words));
}

begin().catch(refuse);
