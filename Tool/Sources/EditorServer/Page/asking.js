// Questions to the server about a document: two at a time, and none whose answer nobody waits for.

const mostAtOnce = 2;

export class Asker {
  constructor(editor) {
    this.editor = editor;
    this.waiting = [];
    this.running = 0;
  }

  /**
   * Asks a question when its turn comes, and returns the answer.
   * @param {number} document
   * @param {{ask: string}} question
   * @param {AbortSignal} [signal] takes the question back, which stops the server's work
   */
  ask(document, question, signal) {
    return new Promise((resolve, reject) => {
      const item = { document, question, signal, resolve, reject };
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((each) => each !== item);
        reject(signal.reason);
      }, { once: true });
      this.waiting.push(item);
      this.#next();
    });
  }

  async #next() {
    if (this.running === mostAtOnce || !this.waiting.length) return;
    const { document, question, signal, resolve, reject } = this.waiting.shift();
    this.running += 1;
    try {
      resolve(await this.editor.connection.request("POST", `documents/${document}/ask`, JSON.stringify(question), { signal }));
    } catch (error) {
      reject(error);
    }
    this.running -= 1;
    this.#next();
  }
}
