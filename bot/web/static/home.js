// @ts-check
// The tables of whoever has logged in: what /games says of them, and the way to each.

import { blocks, inline } from "./markdown.js";

/**
 * @typedef {{table: number, open: boolean, text: string}} Game
 * @typedef {{title: string, games: Game[]}} Group
 */

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
  const shown = found.groups.length ? found.groups.map(group) : [blocks(words.none ?? "")];
  list.replaceChildren(...shown);
  list.removeAttribute("aria-busy");
}

/** @param {Group} some */
function group(some) {
  const made = document.createElement("section");
  const title = document.createElement("h2");
  title.append(inline(some.title));
  const games = document.createElement("ul");
  games.className = "games";
  games.append(...some.games.map(game));
  made.append(title, games);
  return made;
}

/** @param {Game} one */
function game(one) {
  const made = document.createElement("li");
  if (!one.open) {
    made.append(inline(one.text));
    return made;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.append(inline(one.text));
  button.addEventListener("click", () => void open(one.table));
  made.append(button);
  return made;
}

/** @param {number} table */
async function open(table) {
  const found = /** @type {{to: string} | null} */ (await ask("open", { method: "POST", body: JSON.stringify({ table }) }));
  if (found) location.assign(found.to);
}

void load();
window.addEventListener("pageshow", (event) => event.persisted && void load());
document.addEventListener("visibilitychange", () => document.hidden || void load());
