/**
 * The members of a JSON object as text. `JSON.parse` loses spaces, `1.0`, integers beyond 2^53 and repeated names; an
 * event must come back byte for byte.
 */

/**
 * @param text an object that `JSON.parse` accepts; it is not checked here
 * @returns each member's value as text, without spaces around it; of a repeated name the last value
 */
export function jsonMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = afterSpace(text, 0) + 1;
  for (;;) {
    at = afterSpace(text, at);
    if (text[at] === '}') return members;
    if (text[at] === ',') at = afterSpace(text, at + 1);
    const nameEnd = afterString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = afterSpace(text, afterSpace(text, nameEnd) + 1);
    at = afterValue(text, start);
    members.set(name, text.slice(start, at));
  }
}

function afterSpace(text: string, at: number): number {
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

/** @param at index of the opening quotation mark */
function afterString(text: string, at: number): number {
  for (at += 1; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') return at + 1;
    if (letter === '\\') at += 1;
  }
  return at;
}

function afterValue(text: string, at: number): number {
  if (text[at] === '"') return afterString(text, at);
  let depth = 0;
  while (at < text.length) {
    const letter = text.charAt(at);
    if (letter === '"') {
      at = afterString(text, at);
      continue;
    }
    if (depth === 0 && ',} \t\n\r'.includes(letter)) return at;
    if (letter === '{' || letter === '[') depth += 1;
    at += 1;
    if ((letter === '}' || letter === ']') && (depth -= 1) === 0) return at;
  }
  return at;
}
