/**
 * Filters' regular expressions are written for EventStoreDB, and so in .NET's dialect. This turns one into JavaScript's: letters, digits
 * and words are those of all scripts, characters may be escaped needlessly, options may stand at the beginning. What JavaScript has no
 * counterpart for (options in the middle, conditions, balancing groups, class subtraction) is refused rather than misunderstood.
 * https://learn.microsoft.com/dotnet/standard/base-types/regular-expression-language-quick-reference
 */

/** .NET's word characters. */
const WORD = String.raw`\p{L}\p{Mn}\p{Nd}\p{Pc}`;
const WORD_BOUNDARY = `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`;
const NO_WORD_BOUNDARY = `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`;

const outside: Record<string, string> = {
  w: `[${WORD}]`,
  W: `[^${WORD}]`,
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  b: WORD_BOUNDARY,
  B: NO_WORD_BOUNDARY,
  A: '(?<![^])',
  z: '(?![^])',
  Z: String.raw`(?=\n?(?![^]))`,
  a: String.raw`\x07`,
  e: String.raw`\x1b`,
};
const inside: Record<string, string> = { w: WORD, d: String.raw`\p{Nd}`, D: String.raw`\P{Nd}`, b: String.raw`\x08`, a: String.raw`\x07`, e: String.raw`\x1b` };

/** Escapes that mean the same to both, with what belongs to them. */
const SHARED_ESCAPE = /\\(?:[sSnrtfv0]|[pP]\{[^}]+\}|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|c[A-Za-z]|k<\w+>|[1-9]\d?)/y;
const SYNTAX = /[$()*+.?[\\\]^{|}/]/;
/** In a class, these alone need their backslash. */
const CLASS_SYNTAX = /[\\\]^-]/;
const OPTIONS = /^\(\?([imsn]+)\)/;
const QUANTIFIER = /\{\d+(?:,\d*)?\}/y;
/** What comes after `(?` that both know. */
const GROUP = /\(\?(?:[:=!]|<[=!]|<[A-Za-z_]\w*>)/y;
const QUOTED_NAME = /\(\?'([A-Za-z_]\w*)'/y;
const COMMENT = /\(\?#[^)]*\)/y;

/** @throws SyntaxError when the expression is not one, or has no counterpart */
export function dotnetRegex(source: string): RegExp {
  const [leading = '', options = ''] = OPTIONS.exec(source) ?? [];
  const flags = new Set(['u']);
  for (const option of options) if (option !== 'n') flags.add(option);
  return new RegExp(translate(source, leading.length), [...flags].join(''));
}

function translate(source: string, start: number): string {
  let result = '';
  let at = start;
  let inClass = false;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  while (at < source.length) {
    const character = source[at] ?? '';
    if (character === '\\') {
      const shared = take(SHARED_ESCAPE)?.[0];
      const next = String.fromCodePoint(source.codePointAt(at + 1) ?? 0x5c);
      result += shared ?? escape(next, inClass);
      at += shared?.length ?? 1 + next.length;
      continue;
    }
    if (inClass) {
      if (character === '[' && source[at - 1] === '-') throw new SyntaxError('Classes cannot be subtracted here');
      if (character === ']') inClass = false;
      result += character === '[' ? String.raw`\[` : character;
      at += 1;
      continue;
    }
    if (character === '[') {
      inClass = true;
      const negated = source[at + 1] === '^' ? '^' : '';
      // A bracket that comes first is meant as such.
      const bracket = source[at + 1 + negated.length] === ']' ? String.raw`\]` : '';
      result += `[${negated}${bracket}`;
      at += 1 + negated.length + (bracket ? 1 : 0);
      continue;
    }
    const quoted = take(QUOTED_NAME);
    const comment = take(COMMENT);
    if (quoted) result += `(?<${quoted[1]}>`;
    else if (character === '(' && source[at + 1] === '?' && !comment && !take(GROUP)) throw new SyntaxError(`A group that begins with ${source.slice(at, at + 4)} cannot be used here`);
    else if (!comment) result += literal(character, take(QUANTIFIER)?.[0]);
    at += quoted?.[0].length ?? comment?.[0].length ?? take(QUANTIFIER)?.[0].length ?? 1;
  }
  return result;
}

function escape(character: string, inClass: boolean): string {
  const meaning = (inClass ? inside : outside)[character];
  if (meaning !== undefined) return meaning;
  if (/[A-Za-z]/.test(character)) throw new SyntaxError(`\\${character} has no meaning here`);
  return (inClass ? CLASS_SYNTAX : SYNTAX).test(character) ? `\\${character}` : character;
}

/** Braces that count nothing are meant as such, and `$` also stands before a last line break. */
function literal(character: string, quantifier: string | undefined): string {
  if (quantifier) return quantifier;
  if (character === '$') return outside['Z'] ?? '$';
  return character === '{' || character === '}' || character === ']' ? `\\${character}` : character;
}
