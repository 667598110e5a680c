// @ts-check
// The page of one table: its picture, the places on it that can be clicked, and what its message offers.

import { blocks } from "./markdown.js";
import { form, list, shown } from "./parts.js";

/**
 * @typedef {{label: string, look: string, place: number[] | null, described?: string, off?: boolean,
 *   path?: string, custom_id?: string}} Option
 * @typedef {{table: string, title: string, revision: number, status: string, path: string, picture: string,
 *   components: any[], question: string, options: Option[], lists: any[],
 *   sits: boolean}} Board
 * @typedef {{ply: number, told: string}} Move
 */

const base = location.pathname.replace(/\/$/, "");
const words = /** @type {HTMLElement} */ (document.getElementById("words")).dataset;

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function by(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(id);
  return found;
}

const picture = by("picture", HTMLImageElement);
const places = by("places", HTMLElement);
const sheet = by("sheet", HTMLDialogElement);
const slider = by("slider", HTMLInputElement);

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
  board = fresh;
  draw(fresh);
  if (choosing && elsewhere) sheet.close(); // it chooses among what is not there any more
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

/** Fetch anything of this table. @param {string} what */
async function get(what) {
  const answer = await fetch(`${base}/${what}`, { headers: { "X-Taproom": "1" } }).catch(() => null);
  if (answer?.status === 403) location.reload();
  if (answer?.status === 429) toast(words.often ?? "");
  return answer?.ok ? answer : null;
}

/** A picture, once it is there. @param {string} from */
async function fetched(from) {
  const next = new Image();
  next.src = from;
  await next.decode().catch(() => undefined);
  return next;
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
  const free = drawPlaces(fresh);
  drawChoices(fresh, free);
  if (held !== undefined) {
    const same = [...document.querySelectorAll("[data-key]")].find((one) => one instanceof HTMLElement && one.dataset.key === held);
    const next = same ?? places.querySelector("button") ?? document.querySelector("#choices button");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
}

/** @param {Board} fresh @returns {Option[]} those that lie on no place */
function drawPlaces(fresh) {
  lying = new Map();
  const free = [];
  for (const option of fresh.options) {
    if (!option.place || option.off) free.push(option);
    else {
      const key = option.place.join(",");
      lying.set(key, [...(lying.get(key) ?? []), option]);
    }
  }
  const reading = [...lying.values()].sort((one, other) => before(one[0], other[0]));
  places.replaceChildren(...reading.map(placed));
  return free;
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
  if (options.length === 1) act(options[0]);
  else if (options.length) {
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

/** @param {Board} fresh @param {Option[]} free */
function drawChoices(fresh, free) {
  const made = free.map((option) => chooser(option));
  if (fresh.path && !free.some((option) => option.path === "")) {
    const back = document.createElement("button");
    back.type = "button";
    back.textContent = words.back ?? "";
    back.addEventListener("click", () => lead(""));
    made.push(back);
  }
  const around = { files: {}, use, picture: "", words };
  by("choices", HTMLElement).replaceChildren(...made, ...fresh.lists.map((part) => list(part, around)));
}

/** @param {Option} option */
async function act(option) {
  // What is tapped before a step is there is meant for that step, where the same words may do something else.
  if (leading) {
    const there = (await leading) ? board?.options.find((one) => one.label === option.label && !one.off) : undefined;
    if (!there && option.path === undefined) return;
    option = there ?? option;
  }
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
function use(custom_id, values) {
  return send({ custom_id, values });
}

/** @param {Record<string, unknown>} press */
async function send(press) {
  document.body.classList.add("waits");
  const answer = await fetch(`${base}/use`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Taproom": "1" },
    body: JSON.stringify({ ...press, sheet: sheet.open ? number : "0" }),
  }).catch(() => null);
  document.body.classList.remove("waits");
  if (!answer?.ok) {
    if (answer?.status === 403) location.reload();
    toast(answer?.status === 429 ? (words.often ?? "") : (words.out ?? ""));
    return;
  }
  const said = await answer.json();
  for (const one of said.answers) take(one);
  if (said.revision !== board?.revision || board?.path) load("");
}

/** @param {any} answer */
function take(answer) {
  if (answer.how === "gone") sheet.close();
  else if (answer.how === "form")
    open(form(answer, words, (fields) => send({ custom_id: answer.custom_id, fields })));
  else {
    if (answer.files) files = answer.files;
    const quiet = !JSON.stringify(answer.components).match(/"custom_id"|"media"|"url"|```/);
    if (quiet) {
      if (sheet.open) sheet.close();
      say(texts(answer.components).join("\n"));
      toast(texts(answer.components).join("\n"));
      return;
    }
    number = answer.id;
    const made = document.createElement("div");
    made.append(shown(answer.components, { files, use, picture: "", words }));
    open(made);
  }
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

let fading = 0;

/** Tell those who look, for some seconds. @param {string} text */
function toast(text) {
  const shownAs = by("toast", HTMLElement);
  shownAs.replaceChildren(blocks(text));
  shownAs.hidden = !text;
  window.clearTimeout(fading);
  fading = window.setTimeout(() => (shownAs.hidden = true), 4000 + 40 * text.length);
}

// What the others do

function listen() {
  const stream = new EventSource(`${base}/live`);
  const lost = by("lost", HTMLElement);
  let crowded = false;
  stream.addEventListener("open", () => (crowded = false));
  stream.addEventListener("crowded", () => (crowded = true)); // it ends then, and the browser comes again
  stream.addEventListener("message", (event) => {
    lost.textContent = words.crowded ?? "";
    lost.hidden = !crowded;
    if (Number(event.data) !== board?.revision) load("");
  });
  stream.addEventListener("error", () => {
    lost.textContent = (crowded ? words.crowded : words.lost) ?? "";
    lost.hidden = false;
    // A browser tries it again by itself, unless it was refused.
    if (stream.readyState === EventSource.CLOSED) window.setTimeout(() => get("board").then(listen), 5000 * (1 + Math.random()));
  });
}

// Looking back

/** @type {Move[]} */
let moves = [];
let forks = "";
let playing = 0;

async function lookBack() {
  const answer = await get("past");
  if (!answer) return;
  const told = await answer.json();
  if (told.refused) {
    toast(told.refused);
    return;
  }
  moves = told.moves;
  forks = told.fork;
  by("fork", HTMLElement).hidden ||= !forks;
  const turnings = /** @type {number[]} */ (told.turnings);
  slider.max = String(moves.length - 1);
  slider.value = slider.max;
  by("turnings", HTMLElement).replaceChildren(
    ...turnings.map((ply) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = `${ply}`;
      made.addEventListener("click", () => go(moves.findIndex((move) => move.ply === ply)));
      return made;
    }),
  );
  document.body.classList.add("looks-back");
  by("past", HTMLElement).hidden = false;
  by("below", HTMLElement).hidden = true;
  by("look-back", HTMLElement).hidden = true;
  places.replaceChildren();
  await go(moves.length - 1);
  slider.focus();
}

/** @param {number} at */
async function go(at) {
  const here = Math.max(0, Math.min(at, moves.length - 1));
  slider.value = String(here);
  const move = moves[here];
  const told = by("told", HTMLElement);
  told.replaceChildren(blocks(move.told));
  slider.setAttribute("aria-valuetext", told.textContent ?? "");
  await showPast();
}

let showsPast = false;

/** Shows the move at which the slider stands, a picture at a time: while it is drawn along, most are passed over. */
async function showPast() {
  if (showsPast) return;
  showsPast = true;
  for (let shown = -1; document.body.classList.contains("looks-back") && shown !== Number(slider.value); ) {
    const at = Number(slider.value);
    const ready = await fetched(`${base}/past/${moves[at].ply}`);
    if (ready.naturalWidth) shown = at;
    if (ready.naturalWidth && document.body.classList.contains("looks-back")) picture.src = ready.src;
    await new Promise((resolve) => window.setTimeout(resolve, ready.naturalWidth ? 100 : 1000)); // refused: once more
  }
  showsPast = false;
}

function step() {
  const at = Number(slider.value) + 1;
  if (at >= moves.length) stop();
  else {
    go(at);
    playing = window.setTimeout(step, 1500);
  }
}

function stop() {
  window.clearTimeout(playing);
  playing = 0;
  const key = by("play", HTMLButtonElement);
  key.textContent = key.dataset.play ?? "";
}

function play() {
  if (playing) return stop();
  const key = by("play", HTMLButtonElement);
  key.textContent = key.dataset.pause ?? "";
  if (slider.value === slider.max) go(0);
  playing = window.setTimeout(step, 800);
}

function present() {
  stop();
  document.body.classList.remove("looks-back");
  by("past", HTMLElement).hidden = true;
  by("below", HTMLElement).hidden = false;
  by("look-back", HTMLElement).hidden = false;
  load("");
}

by("look-back", HTMLElement).addEventListener("click", lookBack);
by("now", HTMLElement).addEventListener("click", present);
by("play", HTMLElement).addEventListener("click", play);
by("first", HTMLElement).addEventListener("click", () => go(0));
by("previous", HTMLElement).addEventListener("click", () => go(Number(slider.value) - 1));
by("following", HTMLElement).addEventListener("click", () => go(Number(slider.value) + 1));
by("last", HTMLElement).addEventListener("click", () => go(moves.length - 1));
by("fork", HTMLElement).addEventListener("click", () => use(forks + moves[Number(slider.value)].ply));
by("fork", HTMLElement).hidden = Boolean(document.body.dataset.watching);
slider.addEventListener("input", () => go(Number(slider.value)));

load("").then(listen);
