/**
 * Filters' regular expressions are written for EventStoreDB, and so in .NET's dialect. This turns one into
 * JavaScript's: letters, digits, spaces and words are those of all scripts, only a line feed ends a line, groups are
 * numbered without those that have names, characters may be escaped needlessly, options may stand at the beginning.
 * What JavaScript has no counterpart for (options in the middle, conditions, balancing groups, class subtraction) is
 * refused rather than misunderstood.
 * https://learn.microsoft.com/dotnet/standard/base-types/regular-expression-language-quick-reference
 */

/** .NET's word characters, and all others. */
const WORD = String.raw`\p{L}\p{Mn}\p{Nd}\p{Pc}`;
const NO_WORD = String.raw`\p{Mc}\p{Me}\p{Nl}\p{No}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{S}\p{Z}\p{C}`;
/** Where a word ends, what joins letters and parts them belongs to it. */
const JOINED = String.raw`[${WORD}\u200c\u200d]`;
const SPACE = String.raw`\f\n\r\t\v\x85\p{Z}`;
const NO_SPACE = String.raw`\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}\p{Cs}\p{Co}\p{Cn}`;

const outside: Record<string, string> = {
  w: `[${WORD}]`,
  W: `[^${WORD}]`,
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: `[${SPACE}]`,
  S: `[^${SPACE}]`,
  b: `(?:(?<=${JOINED})(?!${JOINED})|(?<!${JOINED})(?=${JOINED}))`,
  B: `(?:(?<=${JOINED})(?=${JOINED})|(?<!${JOINED})(?!${JOINED}))`,
  A: '(?<![^])',
  z: '(?![^])',
  Z: String.raw`(?=\n?(?![^]))`,
  a: String.raw`\x07`,
  e: String.raw`\x1b`,
};
const inside: Record<string, string> = {
  w: WORD,
  W: NO_WORD,
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: SPACE,
  S: NO_SPACE,
  b: String.raw`\x08`,
  a: String.raw`\x07`,
  e: String.raw`\x1b`,
};

/** In a class, what stands for many characters, and therefore begins no range. */
const SET = /\\[wWdDsSpP]/y;
/** Escapes that mean the same to both, with what belongs to them. */
const SHARED_ESCAPE =
  /\\(?:[nrtfv0]|[pP]\{(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfson]?)\}|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|c[A-Za-z])/y;
const REFERENCE = /\\(?:([1-9]\d*)|k<(\w+)>|k'(\w+)')/y;
/** An old form of a reference. */
const OLD_REFERENCE = /\\[<']\w/y;
/** None of these may be escaped needlessly. */
const WORD_CHARACTER = new RegExp(JOINED, 'u');
const SYNTAX = /[$()*+.?[\\\]^{|}/]/;
/** In a class, these alone need their backslash. */
const CLASS_SYNTAX = /[\\\]^-]/;
const OPTIONS = /^\(\?([imsn]+)\)/;
const QUANTIFIER = /\{\d+(?:,\d*)?\}/y;
const OPTIONAL = /[?*]|\{0+[,}]/y;
const NAMED_GROUP = /\(\?(?:<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/y;
/** What else comes after `(?` that both know. */
const SILENT_GROUP = /\(\?(?:[:=!]|<[=!])/y;
const COMMENT = /\(\?#[^)]*\)/y;

/** @throws SyntaxError when the expression is not one, or has no counterpart */
export function dotnetRegex(source: string): RegExp {
  const [leading = '', letters = ''] = OPTIONS.exec(source) ?? [];
  const options = new Set(letters);
  return new RegExp(new Translation(source, leading.length, options).result(), options.has('i') ? 'iu' : 'u');
}

interface Capture {
  readonly name: string | undefined;
  /** Which of the parts closed it. */
  closedBy?: number;
}
interface Reference {
  readonly part: number;
  readonly to: string;
}

class Translation {
  readonly #source: string;
  readonly #options: ReadonlySet<string>;
  readonly #parts: string[] = [];
  readonly #captures: Capture[] = [];
  readonly #open: (Capture | undefined)[] = [];
  readonly #references: Reference[] = [];
  #at: number;
  /** A group may take no part in what matches. */
  #passedOver = false;

  constructor(source: string, start: number, options: ReadonlySet<string>) {
    this.#source = source;
    this.#at = start;
    this.#options = options;
  }

  result(): string {
    while (this.#at < this.#source.length) this.#parts.push(this.#next());
    for (const reference of this.#references) this.#parts[reference.part] = this.#resolved(reference);
    return this.#parts.join('');
  }

  #next(): string {
    const character = this.#source[this.#at] ?? '';
    if (character === '\\') return this.#reference() ?? this.#escaped(outside, SYNTAX);
    if (character === '[') return this.#class();
    if (character === '(') return this.#group();
    const quantifier = this.#take(QUANTIFIER)?.[0];
    if (quantifier) return quantifier;
    this.#at += 1;
    if (character === ')') return this.#close();
    return this.#literal(character);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#source);
    this.#at += taken?.[0].length ?? 0;
    return taken;
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#source);
  }

  /** Braces that count nothing are meant as such, and `$` also stands before a last line feed. */
  #literal(character: string): string {
    const lines = this.#options.has('m');
    if (character === '|') this.#passedOver = true;
    if (character === '.') return this.#options.has('s') ? '[^]' : String.raw`[^\n]`;
    if (character === '^') return lines ? String.raw`(?<![^\n])` : '^';
    if (character === '$') return lines ? String.raw`(?![^\n])` : (outside['Z'] ?? '');
    return character === '{' || character === '}' || character === ']' ? `\\${character}` : character;
  }

  #escaped(meanings: Record<string, string>, syntax: RegExp): string {
    const shared = this.#take(SHARED_ESCAPE);
    if (shared) return shared[0];
    const point = this.#source.codePointAt(this.#at + 1);
    if (point === undefined) throw new SyntaxError('A backslash at the end escapes nothing');
    const character = String.fromCodePoint(point);
    this.#at += 1 + character.length;
    const meaning = meanings[character];
    if (meaning !== undefined) return meaning;
    if (WORD_CHARACTER.test(character)) throw new SyntaxError(`\\${character} has no meaning here`);
    return syntax.test(character) ? `\\${character}` : character;
  }

  #class(): string {
    this.#at += 1;
    let result = '[';
    if (this.#take(/\^/y)) result += '^';
    // A bracket that comes first is meant as such.
    if (this.#take(/\]/y)) result += String.raw`\]`;
    let afterSet = false;
    for (;;) {
      const character = this.#source[this.#at];
      if (character === undefined) throw new SyntaxError('A class has no end');
      if (character === '\\') {
        afterSet = this.#sees(SET);
        result += this.#escaped(inside, CLASS_SYNTAX);
        continue;
      }
      this.#at += 1;
      if (character === ']') return `${result}]`;
      if (character === '[' && (this.#source[this.#at - 2] === '-' || this.#source[this.#at] === ':'))
        throw new SyntaxError('Classes cannot be subtracted, nor have names, here');
      result += character === '[' || (afterSet && character === '-') ? `\\${character}` : character;
      afterSet = false;
    }
  }

  #group(): string {
    if (this.#take(COMMENT)) return '';
    const named = this.#take(NAMED_GROUP);
    if (named) return this.#capture(named[1] ?? named[2]);
    const [silent] = this.#take(SILENT_GROUP) ?? [];
    if (silent) {
      if (silent.endsWith('!')) this.#passedOver = true;
      this.#open.push(undefined);
      return silent;
    }
    if (this.#source[this.#at + 1] === '?')
      throw new SyntaxError(
        `A group that begins with ${this.#source.slice(this.#at, this.#at + 4)} cannot be used here`,
      );
    this.#at += 1;
    if (!this.#options.has('n')) return this.#capture(undefined);
    this.#open.push(undefined);
    return '(?:';
  }

  #capture(name: string | undefined): string {
    const capture = { name };
    this.#captures.push(capture);
    this.#open.push(capture);
    return name === undefined ? '(' : `(?<${name}>`;
  }

  #close(): string {
    const closed = this.#open.pop();
    if (closed) closed.closedBy = this.#parts.length;
    while (this.#take(COMMENT));
    if (this.#sees(OPTIONAL)) this.#passedOver = true;
    return ')';
  }

  /** It is put in its place at the end: only then is it known how many groups have no name. */
  #reference(): string | undefined {
    if (this.#sees(OLD_REFERENCE)) throw new SyntaxError('A reference to a group begins with k here');
    const reference = this.#take(REFERENCE);
    if (!reference) return undefined;
    this.#references.push({ part: this.#parts.length, to: reference[1] ?? reference[2] ?? reference[3] ?? '' });
    return '';
  }

  /** A reference to a group that took no part matches nothing there, and the empty text here. */
  #resolved({ part, to }: Reference): string {
    if (this.#passedOver) throw new SyntaxError('A reference is understood only where no group can be passed over');
    const unnamed = this.#captures.filter(({ name }) => name === undefined);
    const named = this.#captures.filter(({ name }) => name !== undefined);
    const capture = /^\d/.test(to) ? [...unnamed, ...named][Number(to) - 1] : named.find(({ name }) => name === to);
    if (capture?.closedBy === undefined || capture.closedBy > part)
      throw new SyntaxError(`There is no group ${to} before its reference`);
    return `(?:\\${this.#captures.indexOf(capture) + 1})`;
  }
}
