// @ts-check
// A message's components as elements: texts, pictures, buttons, lists and forms. Knows no game.

import { blocks, inline } from "./markdown.js";

/**
 * @typedef {{type: number, [key: string]: any}} Part
 * @typedef {(custom_id: string, values?: string[]) => void} Use
 * @typedef {{files: Record<string, string>, use: Use, picture: string, words: DOMStringMap}} Around
 */

const LOOKS = ["", "main", "plain", "good", "danger", "link"];

/** @param {Part[]} parts @param {Around} around @returns {DocumentFragment} */
export function shown(parts, around) {
  const made = document.createDocumentFragment();
  for (const part of parts) {
    const element = one(part, around);
    if (element) made.append(element);
  }
  return made;
}

/** @param {Part} part @param {Around} around @returns {Node | null} */
function one(part, around) {
  switch (part.type) {
    case 1: {
      const row = document.createElement("div");
      row.className = "row";
      row.append(shown(part.components, around));
      return row;
    }
    case 2:
      return button(part, around);
    case 3:
      return list(part, around);
    case 5:
    case 6:
    case 7:
    case 8:
      return small(around.words.elsewhere ?? "");
    case 9: {
      const section = document.createElement("div");
      section.className = "section";
      section.append(shown(part.components, around));
      const beside = one(part.accessory, around);
      if (beside) section.append(beside);
      return section;
    }
    case 10:
      return blocks(part.content);
    case 11:
      return picture(part.media.url, part.description, around);
    case 12: {
      const gallery = document.createDocumentFragment();
      for (const item of part.items) {
        const image = picture(item.media.url, item.description, around);
        if (image) gallery.append(image);
      }
      return gallery;
    }
    case 13:
      return file(part.file.url, around);
    case 14:
      return document.createElement("hr");
    case 17: {
      const panel = document.createElement("div");
      panel.className = "panel";
      panel.append(shown(part.components, around));
      return panel;
    }
    default:
      return null;
  }
}

/** @param {string} text */
function small(text) {
  const made = document.createElement("p");
  made.className = "small";
  made.append(inline(text));
  return made;
}

/** @param {string} url @param {Around} around */
function local(url, around) {
  const name = url.replace(/^attachment:\/\//, "");
  const data = around.files[name];
  if (data === undefined) return "";
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const kind = name.endsWith(".gif") ? "image/gif" : name.endsWith(".png") ? "image/png" : "application/octet-stream";
  return URL.createObjectURL(new Blob([bytes], { type: kind }));
}

/** @param {string} url @param {string | undefined} described @param {Around} around */
function picture(url, described, around) {
  const name = url.replace(/^attachment:\/\//, "");
  if (name === around.picture) return null; // the page shows it by itself
  const from = local(url, around);
  if (!from) return null;
  const image = document.createElement("img");
  image.src = from;
  image.alt = described ?? "";
  image.addEventListener("load", () => URL.revokeObjectURL(from), { once: true });
  return image;
}

/** @param {string} url @param {Around} around */
function file(url, around) {
  const from = local(url, around);
  const link = document.createElement("a");
  link.href = from;
  link.download = url.replace(/^attachment:\/\//, "");
  link.textContent = link.download;
  return link;
}

/** @param {Part} part @param {Around} around */
function button(part, around) {
  if (part.style === 5) {
    const link = document.createElement("a");
    link.className = "button";
    link.href = part.url;
    link.target = "_blank";
    link.rel = "noreferrer";
    link.textContent = part.label;
    return link;
  }
  const made = document.createElement("button");
  made.type = "button";
  made.className = LOOKS[part.style] ?? "plain";
  made.textContent = [part.emoji?.name, part.label].filter(Boolean).join(" ");
  made.disabled = Boolean(part.disabled);
  made.addEventListener("click", () => around.use(part.custom_id));
  return made;
}

/** @param {Part} part @param {Around} around */
export function list(part, around) {
  const label = document.createElement("label");
  label.append(small(part.placeholder ?? ""));
  const made = select(part);
  label.append(made);
  if (made.multiple) {
    const send = document.createElement("button");
    send.type = "button";
    send.className = "main";
    send.textContent = around.words.send ?? "";
    send.addEventListener("click", () => {
      const values = [...made.selectedOptions].map((option) => option.value);
      if (values.length) around.use(part.custom_id, values);
    });
    const group = document.createElement("div");
    group.className = "row";
    group.append(label, send);
    return group;
  }
  made.addEventListener("change", () => {
    if (made.value) around.use(part.custom_id, [made.value]);
  });
  return label;
}

/** @param {Part} part */
function select(part) {
  const made = document.createElement("select");
  made.multiple = (part.max_values ?? 1) > 1;
  if (!made.multiple && !part.options.some((/** @type {Part} */ option) => option.default)) made.append(new Option("…", ""));
  for (const option of part.options) {
    const told = option.description ? `${option.label} · ${option.description}` : option.label;
    made.append(new Option(told, option.value, false, Boolean(option.default)));
  }
  return made;
}

/**
 * A form, which gives its fields when it is sent.
 * @param {Part} form @param {DOMStringMap} words
 * @param {(fields: Record<string, string | string[]>) => void} send
 */
export function form(form, words, send) {
  const made = document.createElement("form");
  const title = document.createElement("h2");
  title.textContent = form.title;
  made.append(title);
  /** @type {[string, () => string | string[]][]} */
  const fields = [];
  for (const part of form.components) field(made, part, words, fields);
  const button = document.createElement("button");
  button.className = "main";
  button.textContent = words.send ?? "";
  made.append(button);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    send(Object.fromEntries(fields.map(([key, value]) => [key, value()])));
  });
  return made;
}

/**
 * @param {HTMLElement} made @param {Part} part @param {DOMStringMap} words
 * @param {[string, () => string | string[]][]} fields
 */
function field(made, part, words, fields) {
  if (part.type === 10) {
    made.append(blocks(part.content));
    return;
  }
  const inner = part.component ?? part;
  const label = document.createElement("label");
  label.append(small(part.label ?? inner.label ?? ""));
  if (part.description) label.append(small(part.description));
  if (inner.type === 4) {
    const input = document.createElement(inner.style === 2 ? "textarea" : "input");
    input.value = inner.value ?? "";
    input.placeholder = inner.placeholder ?? "";
    input.maxLength = inner.max_length ?? 4000;
    input.required = inner.required ?? true;
    fields.push([inner.custom_id, () => input.value]);
    label.append(input);
  } else if (inner.type === 3) {
    const chosen = select(inner);
    fields.push([inner.custom_id, () => [...chosen.selectedOptions].map((option) => option.value).filter(Boolean)]);
    label.append(chosen);
  } else label.append(small(words.elsewhere ?? ""));
  made.append(label);
}
