// @ts-check
// How a page asks its server: by cookie at its own address, or inside Discord by a token, below the entrance.

export const session = {
  base: location.pathname.replace(/\/$/, ""),
  /** @type {Record<string, string>} */
  headers: { "X-Taproom": "1" },
  /** The address by which an image shows a picture. @param {string} from @returns {Promise<string>} */
  picture: async (from) => from,
  /** @param {string} from @returns {EventSource} */
  stream: (from) => new EventSource(from),
};
