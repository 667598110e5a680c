// @ts-check
// Updates of a table like those of an `EventSource`, which cannot send a token.

/** Milliseconds after which a stream counts as lost: the server sends something every 25 seconds. */
const SILENT = 60_000;

/** Milliseconds after which a proxy counts as keeping a stream back: the server sends its first line at once. */
const FIRST = 10_000;

export class Stream extends EventTarget {
  /** @param {string} url @param {Record<string, string>} headers */
  constructor(url, headers) {
    super();
    /** @type {number} */
    this.readyState = EventSource.CONNECTING;
    this.url = url;
    this.headers = headers;
    this.retry = 1000;
    this.heard = 0;
    this.isKeptBack = false;
    this.abort = new AbortController();
    // After a sleep the connection may be gone without notice.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && Date.now() - this.heard > SILENT) this.abort.abort();
    });
    window.addEventListener("online", () => this.abort.abort());
    void this.run();
  }

  async run() {
    while (await this.read()) {
      await new Promise((resolve) => window.setTimeout(resolve, this.retry));
    }
    this.readyState = EventSource.CLOSED;
    this.dispatchEvent(new Event("error"));
  }

  /** Read until the connection ends. @returns {Promise<boolean>} whether it was none that the server refuses */
  async read() {
    this.abort = new AbortController();
    this.heard = 0;
    const url = this.isKeptBack ? `${this.url}?once` : this.url;
    let watch = window.setTimeout(() => {
      this.isKeptBack = true;
      this.abort.abort();
    }, FIRST);
    try {
      const answer = await fetch(url, { headers: this.headers, signal: this.abort.signal, cache: "no-store" });
      if (!answer.ok) return answer.status >= 500;
      this.dispatchEvent(new Event("open"));
      const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
      const decoder = new TextDecoder();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        this.heard = Date.now();
        window.clearTimeout(watch);
        watch = window.setTimeout(() => this.abort.abort(), SILENT);
        const blocks = (text + decoder.decode(part.value, { stream: true })).split("\n\n");
        text = blocks.pop() ?? "";
        blocks.forEach((block) => this.hear(block));
      }
      if (this.isKeptBack) return true;
    } catch {
      // As an `EventSource`, it tries again.
    } finally {
      window.clearTimeout(watch);
    }
    this.dispatchEvent(new Event("error"));
    return true;
  }

  /** @param {string} block the lines of one event */
  hear(block) {
    const lines = block.split("\n").map((line) => line.split(/: (.*)/s));
    const { retry, event, data } = Object.fromEntries(lines);
    if (retry) this.retry = Number(retry);
    if (data !== undefined) this.dispatchEvent(new MessageEvent(event ?? "message", { data }));
  }
}
