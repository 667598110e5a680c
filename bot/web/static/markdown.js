// @ts-check
// What Discord makes of a text, as far as the bot writes it: never by HTML, always by nodes.

const INLINE =
  /\\([\\`*_~|<>#\-()[\]!:.])|\*\*(.+?)\*\*|__(.+?)__|\*(.+?)\*|~~(.+?)~~|`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)|<t:(\d+)(?::(\w))?>|<@!?(\d+)>|<#(\d+)>|<\/([^:>]+):\d+>|(https?:\/\/[^\s<>)]+)/s;

/** @param {string} text @returns {DocumentFragment} */
export function inline(text) {
  const made = document.createDocumentFragment();
  let rest = text;
  for (;;) {
    const found = INLINE.exec(rest);
    if (!found) break;
    made.append(rest.slice(0, found.index), node(found));
    rest = rest.slice(found.index + found[0].length);
  }
  made.append(rest);
  return made;
}

/** @param {RegExpExecArray} found @returns {Node} */
function node(found) {
  const [, plain, bold, under, slanted, struck, code, label, link, time, how, user, channel, command, bare] = found;
  if (plain !== undefined) return document.createTextNode(plain);
  if (bold !== undefined) return wrapped("strong", bold);
  if (under !== undefined) return wrapped("u", under);
  if (slanted !== undefined) return wrapped("em", slanted);
  if (struck !== undefined) return wrapped("s", struck);
  if (code !== undefined) {
    const made = document.createElement("code");
    made.textContent = code;
    return made;
  }
  if (link !== undefined) return anchor(link, label);
  if (bare !== undefined) return anchor(bare, bare);
  if (time !== undefined) return moment(Number(time), how ?? "f");
  const made = document.createElement("strong");
  if (user !== undefined) made.textContent = "…"; // a page is told names and no numbers
  else if (channel !== undefined) made.textContent = "#";
  else made.textContent = `/${command}`;
  return made;
}

/** @param {string} tag @param {string} text */
function wrapped(tag, text) {
  const made = document.createElement(tag);
  made.append(inline(text));
  return made;
}

/** @param {string} to @param {string} label */
function anchor(to, label) {
  const made = document.createElement("a");
  made.href = to;
  made.rel = "noreferrer";
  made.target = "_blank";
  made.textContent = label;
  return made;
}

const STEPS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
]);

/** @param {number} seconds @param {string} how */
function moment(seconds, how) {
  const made = document.createElement("time");
  const at = new Date(seconds * 1000);
  made.dateTime = at.toISOString();
  const language = document.documentElement.lang || "en";
  if (how === "R") {
    const left = seconds - Date.now() / 1000;
    const [unit, size] = STEPS.find(([, many]) => Math.abs(left) >= many) ?? ["second", 1];
    made.textContent = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(left / size), unit);
  } else {
    made.textContent = at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
  return made;
}

/** A text of several lines. @param {string} text @returns {DocumentFragment} */
export function blocks(text) {
  const made = document.createDocumentFragment();
  const parts = text.split(/```(?:\w*\n)?([\s\S]*?)```/);
  parts.forEach((part, at) => {
    if (at % 2) {
      const code = document.createElement("pre");
      code.textContent = part;
      code.tabIndex = 0;
      made.append(code);
    } else if (part.trim()) lines(made, part);
  });
  return made;
}

/** @param {DocumentFragment} made @param {string} text */
function lines(made, text) {
  /** @type {HTMLElement | null} */
  let list = null;
  for (const line of text.split("\n")) {
    const item = /^(?:- |\* |\d+\. )(.*)/.exec(line);
    if (item) {
      const tag = /^\d/.test(line) ? "ol" : "ul";
      if (!list || list.tagName.toLowerCase() !== tag) {
        list = document.createElement(tag);
        made.append(list);
      }
      const entry = document.createElement("li");
      entry.append(inline(item[1]));
      list.append(entry);
      continue;
    }
    list = null;
    if (!line.trim()) continue;
    const found = /^(#{1,3} |-# |> )?(.*)/.exec(line);
    const mark = found?.[1]?.trim() ?? "";
    const block = document.createElement(mark.startsWith("#") ? "h2" : mark === ">" ? "blockquote" : "p");
    if (mark === "-#") block.className = "small";
    block.append(inline(found?.[2] ?? line));
    made.append(block);
  }
}
