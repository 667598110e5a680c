// @ts-check
// What every part of a table's page uses: its elements, and how it asks for something.

import { session } from "./session.js";

export const base = session.base;
export const words = /** @type {HTMLElement} */ (document.getElementById("words")).dataset;

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
export function by(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(id);
  return found;
}

export const picture = by("picture", HTMLImageElement);
export const places = by("places", HTMLElement);
export const sheet = by("sheet", HTMLDialogElement);

/** Fetch anything of this table. @param {string} what */
export async function get(what) {
  const answer = await fetch(`${base}/${what}`, { headers: session.headers }).catch(() => null);
  if (answer?.status === 403) location.reload();
  if (answer?.status === 429) toast(words.often ?? "");
  return answer?.ok ? answer : null;
}

/** A picture, once it is there. @param {string} from */
export async function fetched(from) {
  const next = new Image();
  next.src = await session.picture(from);
  await next.decode().catch(() => undefined);
  return next;
}

/**
 * Show a short message, above the controls and never over them, until something else happens.
 * @param {string} text an empty one takes it away
 * @param {DocumentFragment} [shown] the text with its marks
 */
export function toast(text, shown) {
  const line = by("toast", HTMLElement);
  const below = by("below", HTMLElement);
  (sheet.open ? sheet : below.hidden ? by("past", HTMLElement) : below).prepend(line);
  line.replaceChildren(shown ?? text);
  line.hidden = !text;
  if (text) line.scrollIntoView({ block: "nearest" });
}
