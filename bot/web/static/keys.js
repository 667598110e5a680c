// @ts-check
// The arrow keys: two at once are a diagonal, as are those of the number pad beside them.

/** @type {Record<string, string>} */
const STRAIGHT = { ArrowUp: "n", ArrowDown: "s", ArrowLeft: "w", ArrowRight: "e" };
/** @type {Record<string, string>} */
const DIAGONAL = { Home: "nw", PageUp: "ne", End: "sw", PageDown: "se" };
/** @type {Record<string, string>} */
const PAD = { Numpad7: "nw", Numpad8: "n", Numpad9: "ne", Numpad4: "w", Numpad6: "e", Numpad1: "sw", Numpad2: "s", Numpad3: "se" };

/** Milliseconds within which two keys count as pressed at once. */
const TOGETHER = 80;

/** @type {Set<string>} */
const pressed = new Set();
let waiting = 0;

/**
 * Call `go` with the direction that is pressed, if it `leads` anywhere.
 * @param {(way: string) => boolean} leads @param {(way: string) => void} go
 */
export function listenToArrows(leads, go) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isTaken(event.target)) return;
    const way = PAD[event.code] ?? DIAGONAL[event.key] ?? STRAIGHT[event.key];
    if (way === undefined || !Object.values(PAD).some(leads)) return; // it scrolls
    event.preventDefault();
    if (event.repeat) return;
    if (way.length > 1 || PAD[event.code]) {
      if (leads(way)) go(way);
      return;
    }
    pressed.add(way);
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      const both = [..."nswe"].filter((one) => pressed.has(one)).join("");
      pressed.clear();
      if (leads(both)) go(both);
    }, TOGETHER);
  });
}

/** Whether keys mean something else there. @param {EventTarget | null} target */
function isTaken(target) {
  return target instanceof Element && target.closest("input, select, textarea, dialog, pre, summary") !== null;
}
