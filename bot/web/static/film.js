// @ts-check
// What the game has just done by itself, played over the board once.

import { base, by } from "./dom.js";
import { session } from "./session.js";

const film = by("film", HTMLElement);
const image = /** @type {HTMLImageElement} */ (film.querySelector("img"));
const skip = /** @type {HTMLButtonElement} */ (film.querySelector("button"));
let ending = 0;

/** Play it, unless its reader wants nothing to move. @param {number} revision */
export async function playFilm(revision) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const answer = await fetch(`${base}/film?revision=${revision}`, { headers: session.headers }).catch(() => null);
  if (!answer?.ok || document.body.classList.contains("looks-back")) return; // the board says it all as well
  stopFilm();
  image.src = URL.createObjectURL(await answer.blob());
  film.hidden = false;
  ending = window.setTimeout(stopFilm, Number(answer.headers.get("X-Taproom-Lasts")));
}

export function stopFilm() {
  window.clearTimeout(ending);
  film.hidden = true;
  if (image.src) URL.revokeObjectURL(image.src);
  image.removeAttribute("src");
}

skip.addEventListener("click", stopFilm);
