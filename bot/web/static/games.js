// @ts-check
// A list of tables: what /games says of them, and the way to each.

import { inline } from "./markdown.js";

/**
 * @typedef {{table: number, open: boolean, text: string}} Game
 * @typedef {{title: string, games: Game[]}} Group
 */

/** @param {Group} some @param {(table: number) => void} open */
export function group(some, open) {
  const made = document.createElement("section");
  const title = document.createElement("h2");
  title.append(inline(some.title));
  const games = document.createElement("ul");
  games.className = "games";
  games.append(...some.games.map((one) => game(one, open)));
  made.append(title, games);
  return made;
}

/** @param {Game} one @param {(table: number) => void} open */
function game(one, open) {
  const made = document.createElement("li");
  if (!one.open) {
    made.append(inline(one.text));
    return made;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.append(inline(one.text));
  button.addEventListener("click", () => open(one.table));
  made.append(button);
  return made;
}
