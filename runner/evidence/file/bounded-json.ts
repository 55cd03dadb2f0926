/** Nothing that this program writes is nested as deep, or has as many objects and arrays in it. */
const MAX_DEPTH = 50;
const MAX_CONTAINERS = 300_000;

/** A text as short cannot make JSON.parse take much memory. */
const HARMLESS = 256 * 1024;

/**
 * As JSON.parse; but a text by a stranger, of millions of nested lists, would take it a hundred times its size.
 * @throws SyntaxError
 */
export function parseBounded(text: string): unknown {
  if (text.length > HARMLESS && !isBounded(text))
    throw new SyntaxError('it is nested too deep, or has too many values');
  return JSON.parse(text);
}

function isBounded(text: string): boolean {
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === OPEN_BRACKET || character === OPEN_BRACE) {
      depth++;
      containers++;
      if (depth > MAX_DEPTH || containers > MAX_CONTAINERS) return false;
    } else if (character === CLOSE_BRACKET || character === CLOSE_BRACE) depth--;
  }
  return true;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACKET, CLOSE_BRACKET] = [0x5b, 0x5d];
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];

/** Of its closing quote; or of the text, where there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
