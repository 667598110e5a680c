// @ts-check
// The page of one table: its picture, the places on it that can be clicked, and what its message offers.

import { base, by, fetched, get, picture, places, sheet, toast, words } from "./dom.js";
import { playFilm, stopFilm } from "./film.js";
import { listenToArrows } from "./keys.js";
import { blocks } from "./markdown.js";
import { form, list, shown } from "./parts.js";
import { listenToHistory } from "./past.js";
import { session } from "./session.js";

/**
 * @typedef {{label: string, look: string, place: number[] | null, row?: number, list?: string, described?: string,
 *   off?: boolean, asks?: boolean, way?: string, path?: string, custom_id?: string}} Option
 * @typedef {{table: string, title: string, revision: number, status: string, film: string, path: string,
 *   picture: string, components: any[], question: string, options: Option[], lists: any[], sits: boolean}} Board
 */

/** @type {Board | null} */
let board = null;
let asked = 0;
/** @type {Promise<boolean> | null} */
let leading = null;
/** @type {Map<string, Option[]>} what lies at each place of the picture */
let lying = new Map();
let choosing = false;
let number = "0";
/** @type {Record<string, string>} */
let files = {};
let news = "";

// The table as it stands

/** @param {string} path @returns {Promise<boolean>} whether it is shown at that path, and nothing was played meanwhile */
async function load(path) {
  const mine = ++asked;
  const before = board?.revision;
  const answer = await get(`board?path=${encodeURIComponent(path)}`);
  if (!answer || mine !== asked) return false;
  const fresh = /** @type {Board} */ (await answer.json());
  const ready = await fetched(`${base}/picture?${query(fresh)}`);
  if (mine !== asked) return false; // its picture must not stand above places of another
  picture.src = ready.src;
  const moved = board !== null && board.revision !== fresh.revision;
  const elsewhere = moved || board?.path !== fresh.path;
  const acted = moved && fresh.film && fresh.film !== board?.film;
  board = fresh;
  draw(fresh);
  if (elsewhere) toast("");
  if (choosing && elsewhere) sheet.close(); // it chooses among what is not there any more
  if (acted) playFilm(fresh.revision);
  else if (elsewhere) stopFilm();
  const told = happened(fresh);
  if (moved && told && told !== news) say(told);
  news = told;
  return fresh.path === path && fresh.revision === before;
}

/** Go to a step of the menu. @param {string} path */
async function lead(path) {
  const mine = load(path);
  leading = mine;
  await mine;
  if (leading === mine) leading = null;
}

/** @param {Board} fresh */
function query(fresh) {
  return new URLSearchParams({ revision: String(fresh.revision), path: fresh.path, for: String(fresh.options.length) });
}

/** @param {Board} fresh @returns {any[]} */
function parts(fresh) {
  return fresh.components.flatMap((part) => (part.type === 17 ? part.components : [part]));
}

/** What the newest move did. @param {Board} fresh @returns {string} */
function happened(fresh) {
  return parts(fresh).find((part) => part.type === 10 && part.id === 3)?.content ?? "";
}

/** @param {Board} fresh */
function draw(fresh) {
  const around = { files: {}, use, picture: fresh.picture, words };
  const all = parts(fresh);
  const at = all.findIndex((part) => part.type === 12);
  picture.alt = all[at]?.items?.[0]?.description ?? "";
  by("head", HTMLElement).replaceChildren(shown(all.slice(0, at), around));
  const rest = all.slice(at + 1);
  const rows = rest.filter((part) => part.type === 1);
  by("question", HTMLElement).replaceChildren(blocks(fresh.question));
  by("news", HTMLElement).replaceChildren(shown(rest.filter((part) => part.type !== 1), around));
  by("rows", HTMLElement).replaceChildren(shown(rows, around));
  const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  drawPlaces(fresh);
  drawChoices(fresh);
  by("how", HTMLElement).hidden = Boolean(fresh.path) || lying.size === 0;
  if (held !== undefined) {
    const all = [...document.querySelectorAll("#places button, #choices button")].filter((one) => one.getClientRects().length);
    const next = all.find((one) => one instanceof HTMLElement && one.dataset.key === held) ?? all[0];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
}

/** @param {Board} fresh */
function drawPlaces(fresh) {
  lying = new Map();
  for (const option of fresh.options) {
    if (!option.place || option.off) continue;
    const key = option.place.join(",");
    lying.set(key, [...(lying.get(key) ?? []), option]);
  }
  const reading = [...lying.values()].sort((one, other) => before(one[0], other[0]));
  places.replaceChildren(...reading.map(placed));
}

/** In reading order. @param {Option} one @param {Option} other */
function before(one, other) {
  const [ax, ay] = one.place ?? [0, 0];
  const [bx, by_] = other.place ?? [0, 0];
  return ay - by_ || ax - bx;
}

/** @param {Option[]} options */
function placed(options) {
  const [x, y, wide, tall] = options[0].place ?? [0, 0, 0, 0];
  const made = document.createElement("button");
  made.type = "button";
  // Where something was picked, the picture itself marks where it can go.
  made.className = !board?.path && options.some((option) => option.path === undefined) ? "plays" : "leads";
  made.setAttribute("aria-label", options.map(named).join(", "));
  made.dataset.key = options.map(named).join(", ");
  made.dataset.name = options.map((option) => option.label).join(" / ");
  const { naturalWidth, naturalHeight } = picture;
  made.style.left = `${(100 * x) / naturalWidth}%`;
  made.style.top = `${(100 * y) / naturalHeight}%`;
  made.style.width = `${(100 * wide) / naturalWidth}%`;
  made.style.height = `${(100 * tall) / naturalHeight}%`;
  made.addEventListener("click", () => choose(options));
  draggable(made, options);
  return made;
}

/** @param {Option} option */
function named(option) {
  return option.described ? `${option.label}: ${option.described}` : option.label;
}

/** @param {Option[]} options */
async function choose(options) {
  if (options.length > 1 && leading) {
    // As with a single one: what lies there at the step is meant.
    options = (await leading) ? (lying.get(String(options[0].place)) ?? []) : [];
  }
  if (options.length === 1 && !options[0].asks) act(options[0]);
  else if (options.length) {
    // Also a single one whose label says what it costs.
    const made = document.createElement("div");
    made.className = "choices";
    made.append(...options.map((option) => chooser(option, true)));
    open(made, true);
  }
}

/** @param {Option} option @param {boolean} [closing] */
function chooser(option, closing) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = option.look;
  made.textContent = option.label;
  made.disabled = Boolean(option.off);
  if (option.way) made.classList.add(`way-${option.way}`);
  made.dataset.key = option.label;
  if (option.described) {
    const more = document.createElement("span");
    more.className = "small";
    more.textContent = option.described;
    made.append(more);
  }
  made.addEventListener("click", () => {
    if (closing) sheet.close();
    act(option);
  });
  return made;
}

/**
 * Everything that can be chosen as buttons: lists, which are closed where the board shows all of them, and rows.
 * @param {Board} fresh
 */
function drawChoices(fresh) {
  const rows = grouped(fresh.options.filter((option) => option.row !== undefined), (option) => (option.way ? "pad" : `${option.row}`));
  const lists = grouped(fresh.options.filter((option) => option.row === undefined), (option) => option.list ?? "");
  const made = [...lists].map(([title, options]) => listed(title, options));
  for (const [key, options] of rows) {
    const row = document.createElement("div");
    row.className = key === "pad" ? "pad" : "row"; // the steps stand around a middle, as on the board
    row.append(...options.map((option) => chooser(option)));
    made.push(row);
  }
  if (fresh.path && !fresh.options.some((option) => option.path === "")) {
    const back = document.createElement("button");
    back.type = "button";
    back.textContent = words.back ?? "";
    back.addEventListener("click", () => lead(""));
    made.push(back);
  }
  const around = { files: {}, use, picture: "", words };
  by("choices", HTMLElement).replaceChildren(...made, ...fresh.lists.map((part) => list(part, around)));
}

/** @param {Option[]} options @param {(option: Option) => string} key @returns {Map<string, Option[]>} */
function grouped(options, key) {
  const made = new Map();
  for (const option of options) made.set(key(option), [...(made.get(key(option)) ?? []), option]);
  return made;
}

/** @param {string} title @param {Option[]} options @returns {HTMLElement} */
function listed(title, options) {
  const made = document.createElement("details");
  made.open = options.some((option) => !option.place);
  const summary = document.createElement("summary");
  summary.textContent = title;
  const choices = document.createElement("div");
  choices.className = "choices";
  choices.append(...options.map((option) => chooser(option)));
  made.append(summary, choices);
  return made;
}

/** @param {Option} option */
async function act(option) {
  // What is tapped before a step is there is meant for that step, where the same words may do something else.
  if (leading) {
    const there = (await leading) ? board?.options.find((one) => one.label === option.label && !one.off) : undefined;
    if (!there && option.path === undefined) return;
    option = there ?? option;
  }
  toast("");
  if (option.path !== undefined) await lead(option.path);
  else if (option.custom_id) await use(option.custom_id);
}

// Dragging a piece to where it shall go

/** @param {HTMLElement} piece @param {Option[]} options */
function draggable(piece, options) {
  const target = options.length === 1 ? options[0].path : undefined;
  if (target === undefined) return;
  piece.addEventListener("pointerdown", (start) => {
    let dragging = false;
    /** @type {Promise<void> | null} */
    let going = null;
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (dragging || Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 12) return;
      dragging = true;
      going = lead(target);
    };
    /** @param {PointerEvent} event */
    const drop = async (event) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
      if (!dragging || event.type === "pointercancel") return;
      await going;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("#places button");
      if (under instanceof HTMLElement) under.click();
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop); // a finger that scrolls the page
  });
}

// What is pressed, and what comes of it

/** @param {string} custom_id @param {string[]} [values] */
export function use(custom_id, values) {
  return send({ custom_id, values });
}

/** @param {Record<string, unknown>} press */
async function send(press) {
  document.body.classList.add("waits");
  const answer = await fetch(`${base}/use`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...session.headers },
    body: JSON.stringify({ ...press, sheet: sheet.open ? number : "0" }),
  }).catch(() => null);
  document.body.classList.remove("waits");
  if (!answer?.ok) {
    if (answer?.status === 403) location.reload();
    toast(answer?.status === 429 ? (words.often ?? "") : (words.out ?? ""));
    return;
  }
  const said = await answer.json();
  const quiet = said.answers.filter((/** @type {any} */ one) => !take(one));
  if (said.revision !== board?.revision || board?.path) await load("");
  const told = quiet.flatMap((/** @type {any} */ one) => texts(one.components)).filter((/** @type {string} */ text) => !news.includes(text));
  if (told.length) {
    say(told.join("\n"));
    toast(told.join("\n"), blocks(told.join("\n")));
  }
}

/** How long a text may be that is no sheet, in characters. */
const SHORT = 200;

/** Show an answer, unless it is a short text alone. @param {any} answer @returns {boolean} whether it is shown */
function take(answer) {
  if (answer.how === "gone") sheet.close();
  else if (answer.how === "form")
    open(form(answer, words, (fields) => send({ custom_id: answer.custom_id, fields })));
  else {
    if (answer.files) files = answer.files;
    const rich = JSON.stringify(answer.components).match(/"custom_id"|"media"|"url"|```/);
    if (!rich && texts(answer.components).join().length <= SHORT) {
      if (sheet.open) sheet.close();
      return false;
    }
    number = answer.id;
    const made = document.createElement("div");
    made.append(shown(answer.components, { files, use, picture: "", words }));
    open(made);
  }
  return true;
}

/** @param {any[]} components @returns {string[]} */
function texts(components) {
  return components.flatMap((part) => (part.type === 10 ? [part.content] : texts(part.components ?? [])));
}

/** @param {HTMLElement} content @param {boolean} [chosen] whether it is what lies in one place */
function open(content, chosen = false) {
  choosing = chosen;
  by("said", HTMLElement).replaceChildren(content);
  if (!sheet.open) sheet.showModal();
  const first = content.querySelector("button, input, textarea, select");
  if (first instanceof HTMLElement) first.focus();
}

by("close", HTMLButtonElement).addEventListener("click", () => sheet.close());
sheet.addEventListener("close", () => {
  number = "0";
  choosing = false;
  by("said", HTMLElement).replaceChildren();
});

/** Tell those who listen. @param {string} text */
function say(text) {
  by("live", HTMLElement).replaceChildren(blocks(text));
}

// What the others do

function listen() {
  const stream = session.stream(`${base}/live`);
  const lost = by("lost", HTMLElement);
  let crowded = false;
  stream.addEventListener("open", () => (crowded = false));
  stream.addEventListener("crowded", () => (crowded = true)); // it ends then, and the browser comes again
  stream.addEventListener("message", (event) => {
    lost.textContent = words.crowded ?? "";
    lost.hidden = !crowded;
    const looksBack = document.body.classList.contains("looks-back");
    if (Number(event.data) !== board?.revision && !looksBack) load("");
  });
  stream.addEventListener("error", () => {
    lost.textContent = (crowded ? words.crowded : words.lost) ?? "";
    lost.hidden = false;
    // A browser tries it again by itself, unless it was refused.
    if (stream.readyState === EventSource.CLOSED) window.setTimeout(() => get("board").then(listen), 5000 * (1 + Math.random()));
  });
}

// The arrow keys

/** @param {string} way @returns {Option | undefined} */
function inDirection(way) {
  return document.body.classList.contains("looks-back") ? undefined : board?.options.find((option) => option.way === way && !option.off);
}

listenToArrows(
  (way) => inDirection(way) !== undefined,
  (way) => {
    const option = inDirection(way);
    if (option && !document.body.classList.contains("waits")) choose([option]);
  },
);

listenToHistory(() => load(""), use);
load("").then(listen);
