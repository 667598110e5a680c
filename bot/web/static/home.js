// @ts-check
// The tables of whoever has logged in: what /games says of them, and the way to each.

import { group } from "./games.js";
import { blocks } from "./markdown.js";

/** @typedef {import("./games.js").Group} Group */

const base = location.pathname.replace(/\/$/, "");
const words = /** @type {HTMLElement} */ (document.getElementById("words")).dataset;
const list = /** @type {HTMLElement} */ (document.getElementById("games"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));

/** Ask for something; what goes wrong is told. @param {string} what @param {RequestInit} [more] */
async function ask(what, more) {
  const headers = { "Content-Type": "application/json", "X-Taproom": "1" };
  const answer = await fetch(`${base}/${what}`, { headers, ...more }).catch(() => null);
  if (answer?.status === 403) location.reload();
  trouble.textContent = (answer?.status === 429 ? words.often : words.out) ?? "";
  trouble.hidden = Boolean(answer?.ok);
  return answer?.ok ? await answer.json() : null;
}

async function load() {
  const found = /** @type {{groups: Group[]} | null} */ (await ask("games"));
  if (!found) return;
  const shown = found.groups.length ? found.groups.map((some) => group(some, (table) => void open(table))) : [blocks(words.none ?? "")];
  list.replaceChildren(...shown);
  list.removeAttribute("aria-busy");
}

/** @param {number} table */
async function open(table) {
  const found = /** @type {{to: string} | null} */ (await ask("open", { method: "POST", body: JSON.stringify({ table }) }));
  if (found) location.assign(found.to);
}

void load();
window.addEventListener("pageshow", (event) => event.persisted && void load());
document.addEventListener("visibilitychange", () => document.hidden || void load());
