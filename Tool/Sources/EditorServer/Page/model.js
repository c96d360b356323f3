// One document as the server told it.

/** @typedef {{id: string, kind: string, spoken: string}} Element An element of a scene, as the protocol has it. */

export class Model extends EventTarget {
  constructor(document) {
    super();
    this.document = document;
    this.revision = -1;
    /** @type {Map<string, Element>} */
    this.elements = new Map();
    this.order = [];
    this.problems = [];
    this.words = [];
    this.chain = [];
    this.canUndo = this.canRedo = false;
    this.spoken = "";
    this.overlay = null;
    this.waiting = null; // news that came while the whole scene was on its way
  }

  /** The elements as they are shown: with a preview, if there is one. */
  shown(id) {
    if (!this.overlay) return this.elements.get(id);
    if (this.overlay.removed.has(id)) return undefined;
    return this.overlay.elements.get(id) ?? this.elements.get(id);
  }

  get states() {
    return this.order.map((id) => this.elements.get(id)).filter((element) => element?.kind === "state");
  }

  /** Fetches the whole scene; news that comes meanwhile is taken afterwards. A later load replaces an earlier one. */
  load(fetchScene) { return (this.loading = this.#load(fetchScene)); }

  async #load(fetchScene) {
    const waiting = this.waiting = [];
    const isLast = () => this.waiting === waiting;
    try {
      const scene = await fetchScene();
      if (isLast()) this.#take(scene, true);
      else await this.loading;
    } finally {
      if (isLast()) {
        this.waiting = null;
        for (const scene of waiting) this.take(scene);
      }
    }
  }

  /** Takes a scene of changes. Older ones than what is known already say nothing new. */
  take(scene) {
    if (this.waiting) this.waiting.push(scene);
    else if (scene.revision > this.revision) this.#take(scene, scene.whole);
  }

  #take(scene, isWhole) {
    const touched = this.#dropOverlay();
    const old = isWhole ? [...this.elements.keys()] : [];
    if (isWhole) this.elements.clear();
    for (const id of [...old, ...(scene.removed ?? [])]) {
      this.elements.delete(id);
      touched.add(id);
    }
    for (const element of scene.elements ?? []) {
      this.elements.set(element.id, element);
      touched.add(element.id);
    }
    for (const member of ["revision", "order", "problems", "words", "chain", "canUndo", "canRedo", "spoken"]) {
      if (scene[member] !== undefined) this[member] = scene[member];
    }
    // What the reader of the file left out or guessed; it is told once.
    this.notes ??= scene.notes ?? [];
    this.dispatchEvent(new CustomEvent("change", { detail: { touched, isWhole } }));
  }

  /** Shows what a command would do; null shows the document as it is. */
  preview(scene) {
    const touched = this.#dropOverlay();
    if (scene) {
      this.overlay = { elements: new Map(scene.elements.map((element) => [element.id, element])), removed: new Set(scene.removed) };
      for (const id of [...this.overlay.elements.keys(), ...this.overlay.removed]) touched.add(id);
    }
    this.dispatchEvent(new CustomEvent("preview", { detail: { touched } }));
  }

  #dropOverlay() {
    const touched = new Set(this.overlay ? [...this.overlay.elements.keys(), ...this.overlay.removed] : []);
    this.overlay = null;
    return touched;
  }

  /** Returns an element as soon as the news has brought it, or undefined if that takes too long. */
  async whenPresent(id, limit = 3000) {
    if (!id || this.elements.has(id)) return this.elements.get(id);
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.removeEventListener("change", look);
        resolve(this.elements.get(id));
      };
      const look = () => this.elements.has(id) && finish();
      const timer = setTimeout(finish, limit);
      this.addEventListener("change", look);
    });
  }
}
