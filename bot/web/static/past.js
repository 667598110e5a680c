// @ts-check
// Looking back: every move of the game, by a slider.

import { blocks } from "./markdown.js";
import { base, by, fetched, get, picture, places, toast } from "./dom.js";
import { stopFilm } from "./film.js";

/**
 * @typedef {{ply: number, told: string}} Move
 */

const slider = by("slider", HTMLInputElement);

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
  stopFilm();
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

/** Back to the game as it is now. @param {() => void} load */
function present(load) {
  stop();
  document.body.classList.remove("looks-back");
  by("past", HTMLElement).hidden = true;
  by("below", HTMLElement).hidden = false;
  by("look-back", HTMLElement).hidden = false;
  load();
}

/**
 * Make the buttons of the history work.
 * @param {() => void} load shows the game as it is now @param {(custom_id: string) => void} use presses a control
 */
export function listenToHistory(load, use) {
  by("look-back", HTMLElement).addEventListener("click", lookBack);
  by("now", HTMLElement).addEventListener("click", () => present(load));
  by("play", HTMLElement).addEventListener("click", play);
  by("first", HTMLElement).addEventListener("click", () => go(0));
  by("previous", HTMLElement).addEventListener("click", () => go(Number(slider.value) - 1));
  by("following", HTMLElement).addEventListener("click", () => go(Number(slider.value) + 1));
  by("last", HTMLElement).addEventListener("click", () => go(moves.length - 1));
  by("fork", HTMLElement).addEventListener("click", () => use(forks + moves[Number(slider.value)].ply));
  by("fork", HTMLElement).hidden = Boolean(document.body.dataset.watching);
  slider.addEventListener("input", () => go(Number(slider.value)));
}
