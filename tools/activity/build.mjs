// Bundles Discord's Embedded App SDK into bot/web/static/sdk.js, and its message schema for the stand-in of the
// client (tools/standin/client/schema.js). Both results are part of the source, so only a new version needs Node.js.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "node_modules");
const sdk = join(modules, "@discord/embedded-app-sdk");
const description = (/** @type {string} */ folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const text = (/** @type {string} */ folder) =>
  readFileSync(join(folder, readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) ?? "LICENSE"), "utf8");

/** A line for each package in the bundle, with its licence and whose it is. */
function notice() {
  const used = Object.keys(description(sdk).dependencies).filter((name) => !name.startsWith("@types/"));
  const folders = [sdk, ...used.map((name) => join(modules, name))];
  const lines = folders.map((folder) => {
    const { name, version, license } = description(folder);
    const owner = text(folder).match(/^\W*copyright (?!holders|notice).*$/im)?.[0].trim().replace(/^[*#\s]+/, "") ?? "public domain";
    return `${name} ${version}, ${license}: ${owner}`;
  });
  const terms = text(sdk).slice(text(sdk).indexOf("Permission is hereby granted")).trim();
  return `// @ts-nocheck\n/*! Made by tools/activity; do not edit.\n${lines.join("\n")}\n\nThe MIT licence:\n${terms} */`;
}

/** @param {string} contents what the bundle exports @param {string} outfile */
const bundle = (contents, outfile) =>
  build({
    stdin: { contents, resolveDir: here },
    outfile: join(here, "../..", outfile),
    banner: { js: notice() },
    bundle: true,
    format: "esm",
    legalComments: "none",
    minify: true,
    target: "es2022",
  });

const output = "./node_modules/@discord/embedded-app-sdk/output";
await bundle('export { DiscordSDK } from "@discord/embedded-app-sdk";', "bot/web/static/sdk.js");
await bundle(
  `export { parseIncomingPayload } from "${output}/schema/index.mjs";
   export { Commands } from "${output}/schema/common.mjs";
   export { Events } from "${output}/schema/events.mjs";
   export { Schemas } from "${output}/generated/schemas.mjs";`,
  "tools/standin/client/schema.js",
);
