// Symbols as people type them, and read them.

import { make } from "./dom.js";
import { texts } from "./texts.js";

const longest = 24;

/** What is shown of a symbol, in which blanks can be seen; null is ε. @returns {(Node|string)[]} */
export function shownSymbol(symbol) {
  if (symbol === null) return ["ε"];
  if (!symbol.trim()) return [make("span", { "aria-hidden": "true" }, "␣".repeat([...symbol].length)), make("span.unseen", {}, texts.blank)];
  const characters = [...symbol];
  return [characters.length > longest ? [...characters.slice(0, longest / 2), "…", ...characters.slice(-longest / 2)].join("") : symbol];
}

/**
 * Splits text at commas and plus signs into symbols. A backslash takes the next character as it is,
 * and `\e` is ε, as is the letter itself.
 * @returns {{symbols: string[], epsilon: boolean, rest: string}} `rest` is what follows the last separator
 */
export function splitSymbols(text) {
  const pieces = [""];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\" && index + 1 < text.length) pieces[pieces.length - 1] += character + text[++index];
    else if (character === "," || character === "+" || character === "\n") pieces.push("");
    else pieces[pieces.length - 1] += character;
  }
  const rest = pieces.pop();
  const read = pieces.map(readSymbol).filter((piece) => piece !== null);
  return { symbols: read.filter((piece) => piece !== ""), epsilon: read.includes(""), rest };
}

/** One symbol as typed: "" is ε, null is nothing. */
function readSymbol(text) {
  const trimmed = text.trim();
  if (!trimmed) return null;
  if (trimmed === "\\e" || trimmed === "ε") return "";
  return trimmed.replace(/\\(.)/gsu, "$1");
}
