// Symbols as people type them.

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
