// The connection to the server: requests, an ordered queue of commands, and one stream of news.

const silenceLimit = 12_000; // the server says something every 5 s
const largestBatch = 500; // of the 1000 commands that a request may have

/** A refusal of the server, with a sentence for people. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Takes the token off the address, where it might be seen or copied, and keeps it over reloads. */
export function takeToken() {
  const token = location.hash.slice(1);
  if (token) {
    sessionStorage.setItem("token", token);
    history.replaceState(null, "", location.pathname);
  }
  return token || sessionStorage.getItem("token") || "";
}

export class Connection {
  /**
   * @param {string} token
   * @param {{news: function(Object): void, connected: function(): void, state: function(string): void, aside: function(): void}} listener
   *   `state` is told "open", "lost", or "refused", and `aside` that commands wait for a document that isn't open.
   */
  constructor(token, listener) {
    this.token = token;
    this.listener = listener;
    this.page = "p" + crypto.randomUUID();
    this.queue = [];
    /** @type {Map<number, Object[]>} Commands for documents that aren't open, by document. */
    this.aside = new Map();
    this.isSending = false;
  }

  /** Asks the server and returns its answer. Throws a Refusal, or a TypeError if there is no server. */
  async request(method, path, body, options = {}) {
    const response = await fetch("/api/" + path, {
      method, body, cache: "no-store", ...options,
      headers: { Authorization: "Bearer " + this.token, ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}) },
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer;
    if (response.status === 401) this.listener.state("refused");
    throw new Refusal(answer.error || response.statusText, response.status);
  }

  // MARK: Commands

  /**
   * Sends a command after all earlier ones and returns its answer.
   * A preview takes the place of one that still waits, whose promise then gives null.
   */
  send(document, command) {
    return new Promise((resolve, reject) => {
      const last = this.queue.at(-1);
      if (last?.command.preview && last.document === document) this.queue.pop().resolve(null);
      this.queue.push({ document, command, resolve, reject });
      this.#work();
    });
  }

  /** Keeps commands for a document that the server doesn't have. What waited for their answers goes on. */
  #setAside(batch) {
    const { document } = batch[0];
    const kept = batch.filter((item) => !item.command.preview).map(({ command }) => ({ document, command, resolve() {}, reject() {} }));
    for (const item of batch) item.resolve(null);
    if (!kept.length) return;
    this.aside.set(document, [...(this.aside.get(document) ?? []), ...kept]);
    this.listener.aside();
  }

  /** Sends what waited for documents that are open again. */
  resume(documents) {
    const open = documents.filter((document) => this.aside.has(document));
    for (const document of open) {
      this.queue.unshift(...this.aside.get(document));
      this.aside.delete(document);
    }
    if (!open.length) return;
    this.listener.aside();
    this.#work();
  }

  /** Forgets what waits for a document. */
  forget(document) { if (this.aside.delete(document)) this.listener.aside(); }

  async #work() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.queue.length) await this.#sendBatch();
    this.isSending = false;
  }

  /** Takes commands at the front that are for the same document. */
  #nextBatch() {
    const { document } = this.queue[0];
    const end = this.queue.findIndex((item) => item.document !== document);
    return this.queue.splice(0, Math.min(end < 0 ? this.queue.length : end, largestBatch));
  }

  /** Commands reach the server even if the page ends meanwhile, for which browsers allow 64 KB. */
  #post(batch) {
    const body = JSON.stringify({ page: this.page, commands: batch.map((item) => item.command) });
    return this.request("POST", `documents/${batch[0].document}/commands`, body, { keepalive: body.length < 16_000 });
  }

  /** Sends what still waits as the page ends, when there is no time for one after the other. */
  #sendRest() {
    while (this.queue.length) this.#post(this.#nextBatch()).catch(() => {});
  }

  async #sendBatch() {
    const batch = this.#nextBatch();
    try {
      const { answers } = await this.#post(batch);
      batch.forEach((item, index) => settle(item, answers[index]));
    } catch (error) {
      if (error.status === 410) return this.#setAside(batch);
      if (error instanceof Refusal && error.status !== 401) {
        for (const item of batch) item.reject(error);
        return;
      }
      // Without a server nothing is lost: what isn't a preview waits until it is back, or until
      // a new address brings the token of a new server.
      this.listener.state("lost");
      for (const item of batch.filter((each) => each.command.preview)) item.resolve(null);
      this.queue.unshift(...batch.filter((each) => !each.command.preview));
      if (this.queue.length) await pause(1000);
    }
  }

  // MARK: News

  /**
   * Listens to news until the page ends. Of all tabs one reads the stream and tells the others,
   * as browsers allow few connections to a host.
   */
  listen() {
    window.addEventListener("pagehide", () => this.#sendRest());
    this.channel = new BroadcastChannel("news " + this.token);
    this.channel.onmessage = ({ data }) => this.#take(data);
    // Until this tab is the reader, another one is, so that there is a stream already.
    navigator.locks.query().then(({ held }) => {
      if (held.some((lock) => lock.name === this.channel.name)) this.#take({ stream: "open" });
    });
    navigator.locks.request(this.channel.name, () => this.#readForEver());
  }

  async #readForEver() {
    for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
      try {
        if (await this.#read()) wait = 250;
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) this.#tell({ stream: "refused" });
      }
      this.#tell({ stream: "lost" });
      await pause(wait);
    }
  }

  /** Reads one stream to its end. Returns whether there was one. */
  async #read() {
    const abort = new AbortController();
    let timer = setTimeout(() => abort.abort(), silenceLimit);
    try {
      const response = await fetch("/api/news?page=" + this.page, {
        headers: { Authorization: "Bearer " + this.token }, signal: abort.signal, cache: "no-store",
      });
      if (!response.ok) throw new Refusal(response.statusText, response.status);
      this.#tell({ stream: "open" });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return true;
        clearTimeout(timer);
        timer = setTimeout(() => abort.abort(), silenceLimit);
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) if (line.trim()) this.#tell(JSON.parse(line));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #tell(message) {
    this.channel.postMessage(message);
    this.#take(message);
  }

  #take(message) {
    if (!message.stream) return this.listener.news(message);
    this.listener.state(message.stream);
    if (message.stream === "open") this.listener.connected();
  }
}

function settle(item, answer) {
  if (answer?.error) item.reject(new Refusal(answer.error, 200));
  else item.resolve(answer ?? {});
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
