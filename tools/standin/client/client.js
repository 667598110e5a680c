// @ts-check
// Discord's client around an Activity: the other end of the Embedded App SDK. Every message, in either direction, is
// held against the SDK's own schema; `faults` are those that do not fit.

import * as schema from "./schema.js";

const { Commands, Events, Schemas, parseIncomingPayload } = /** @type {any} */ (schema);

const HANDSHAKE = 0;
const FRAME = 1;
const { seat, origin, application } = /** @type {Record<string, string>} */ (document.body.dataset);
const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe"));

/** @type {string[]} */
const faults = [];
/** @type {Set<string>} the events that the Activity has subscribed to */
const subscribed = new Set();
/** @type {string[]} the addresses that it had opened, and the commands that it sent */
const opened = [];
/** @type {string[]} */
const sent = [];
let mayIdentify = false;
let isReady = false;

/** @param {Record<string, unknown>} payload */
function send(payload) {
  try {
    parseIncomingPayload(payload);
  } catch (error) {
    faults.push(`sent ${JSON.stringify(payload)}: ${error}`);
  }
  frame.contentWindow?.postMessage([FRAME, payload], origin);
}

/** @param {string} evt @param {unknown} data */
function dispatch(evt, data) {
  if (evt === "READY" || subscribed.has(evt)) send({ cmd: "DISPATCH", evt, nonce: null, data });
}

/** Ask the stand-in for something that Discord's servers know. @param {string} what @param {unknown} [args] */
async function ask(what, args) {
  const answer = await fetch(`/client/${seat}/${what}`, { method: "POST", body: JSON.stringify(args ?? {}) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

/** @type {Record<string, (args: any) => Promise<unknown>>} */
const handlers = {
  AUTHORIZE: (args) => ask("authorize", args),
  AUTHENTICATE: async (args) => {
    const told = await ask("authenticate", args);
    mayIdentify = true;
    return told;
  },
  SUBSCRIBE: async () => ({}),
  UNSUBSCRIBE: async () => ({}),
  GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: () => ask("participants"),
  SET_ORIENTATION_LOCK_STATE: async () => null,
  OPEN_EXTERNAL_LINK: async ({ url }) => {
    opened.push(new URL(url).href);
    return { opened: true };
  },
  USER_SETTINGS_GET_LOCALE: async () => {
    if (!mayIdentify) throw new Error("not authenticated");
    return ask("locale");
  },
};

/** @param {any} frame */
async function handle({ cmd, args, evt, nonce }) {
  sent.push(cmd);
  const handler = handlers[cmd];
  try {
    if (typeof nonce !== "string" || !(cmd in Commands)) throw new Error("no such command");
    if (!handler) throw new Error("the stand-in does not know this command");
    if (cmd in Schemas) Schemas[cmd].request.parse(args);
    if (cmd === "SUBSCRIBE" && !(evt in Events)) throw new Error(`no such event: ${evt}`);
  } catch (error) {
    faults.push(`received ${cmd}: ${error}`);
  }
  try {
    const data = await handler(args);
    if (cmd === "SUBSCRIBE") subscribed.add(evt);
    if (cmd === "UNSUBSCRIBE") subscribed.delete(evt);
    send({ cmd, evt: null, nonce, data: cmd.endsWith("SUBSCRIBE") ? { evt } : data });
  } catch (error) {
    send({ cmd, evt: "ERROR", nonce, data: { code: 4000, message: String(error) } });
  }
}

/** @param {any} data */
function shake(data) {
  const { v, encoding, client_id, frame_id } = data;
  const isGood = v === 1 && encoding === "json" && client_id === application && frame_id === seat;
  if (!isGood) faults.push(`handshake ${JSON.stringify(data)}`);
  isReady = true;
  subscribed.clear();
  mayIdentify = false;
  dispatch("READY", { v: 1, config: { api_endpoint: "//discord.com/api", environment: "production" } });
}

window.addEventListener("message", ({ source, origin: from, data }) => {
  if (source !== frame.contentWindow) return;
  if (from !== origin) faults.push(`a message from ${from}`);
  const [opcode, payload] = data;
  if (opcode === HANDSHAKE) shake(payload);
  else if (opcode === FRAME && isReady) void handle(payload);
  else faults.push(`opcode ${opcode}`);
});

frame.src = frame.dataset.address ?? ""; // now that its handshake is heard

let present = "";
window.setInterval(async () => {
  const told = await ask("participants").catch(() => null);
  if (told === null || JSON.stringify(told) === present) return;
  present = JSON.stringify(told);
  dispatch("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", told);
}, 500);

Object.assign(window, { faults, opened, sent, dispatch });
