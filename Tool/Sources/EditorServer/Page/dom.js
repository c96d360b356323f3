// Elements made by code: the page sets no markup from text, so that no label can become markup.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Makes an HTML element.
 * @param {string} name "tag", or "tag.class.class"
 * @param {Object} properties attributes; functions become listeners, `true` an empty attribute, null and false nothing
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
export function make(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  // A button sends no form unless it says so.
  return fill(document.createElement(tag), classes, tag === "button" ? { type: "button", ...properties } : properties, children);
}

/** Makes a field that takes text as it is typed. @returns {HTMLInputElement} */
export const field = (properties) => make("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...properties });

/** Makes an SVG element; otherwise as `make`. @returns {SVGElement} */
export function draw(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElementNS(svgSpace, tag), classes, properties, children);
}

function fill(element, classes, properties, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else set(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets an attribute if it changes; null and false remove it. */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Sets the text of an element if it changes, which keeps a caret and spares a layout. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The drawings of the buttons: strokes on a field of 20 by 20. */
const icons = {
  draw: "M4 16l1-4L14 3l3 3-9 9zM12 5l3 3",
  select: "M5 3l11 7-5 1-3 5z",
  state: "M17 10a7 7 0 1 1-14 0a7 7 0 1 1 14 0",
  arrow: "M3 10h13M11.5 5.5L16 10l-4.5 4.5",
  note: "M4 5V4h12v1M10 4v12M8 16h4",
  erase: "M8 16l-4.5-4.5 8-8 5 5-7.5 7.5zM8 16h9M7 8l5 5",
  hand: "M10 3v14M3 10h14M10 3L8 5M10 3l2 2M10 17l-2-2M10 17l2-2M3 10l2-2M3 10l2 2M17 10l-2-2M17 10l-2 2",
  undo: "M7 4L3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8",
  redo: "M13 4l3.5 3.5L13 11M16.5 7.5H8a4.5 4.5 0 0 0 0 9h4",
  open: "M3 16V5h5l2 2h7v9z",
  save: "M4 4h10l2 2v10H4zM7 4v4h5V4M7 16v-5h6v5",
  share: "M10 3v10M6 9l4 4 4-4M4 16h12",
  theme: "M16 12A7 7 0 1 1 8 4a5.5 5.5 0 0 0 8 8z",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M10 14.5v.5",
  fit: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  add: "M10 4v12M4 10h12",
  close: "M5.5 5.5l9 9M14.5 5.5l-9 9",
  first: "M5 4v12M15 4.5L8 10l7 5.5z",
  back: "M13 4.5L6 10l7 5.5z",
  step: "M7 4.5L14 10l-7 5.5z",
  last: "M15 4v12M5 4.5L12 10l-7 5.5z",
  play: "M3.5 5l6 5-6 5zM10.5 5l6 5-6 5z",
  pause: "M7 5v10M13 5v10",
  layout: "M8 5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0M17 5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0M12.5 15a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0M8 5h4M6.5 7l2 6M13.5 7l-2 6",
  words: "M3 5h14M3 10h9M3 15h11",
  problem: "M10 3.5L17.5 16.5h-15zM10 8.5v4M10 14.3v.4",
  loop: "M8 15C1 12 3 4 10 4s9 8 2 11M15.5 11.5L12 15l4.5 1.5",
  ink: "M3 12c3-9 5-7 4-1s2 5 4 0 3-3 2 1 2 4 4 1",
};

/** Makes the drawing of a button. @returns {SVGElement} */
export function icon(name) {
  return draw("svg.icon", { viewBox: "0 0 20 20", "aria-hidden": "true" }, draw("path", { d: icons[name] }));
}

/** Makes a button with an icon, and its word shown or only spoken. @returns {HTMLButtonElement} */
export function button({ icon: name, word, title, shown = false, click, ...rest }) {
  const properties = { title: title || word, "aria-label": shown ? null : word, click, ...rest };
  return make(shown ? "button.worded" : "button.plain", properties,
    name ? icon(name) : null, shown ? make("span", {}, word) : null);
}
