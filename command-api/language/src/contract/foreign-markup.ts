/**
 * HTML of other programs shows by elements and styles what the allow-list of rich text drops: 10⁹ by a raised 9, an order
 * that is not valid any more by a line through it, a value of a table by its column. Without them the words say something
 * else. So they become text and allowed elements before the allow-list is applied: by the server to what is sent, by the
 * editor to what is pasted.
 *
 * It works on a plain tree, because each change of a document costs much in jsdom: seconds for a long text.
 */
import { symbolsOf } from './symbol-fonts.ts';

export interface MarkupElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupNode[];
}
/** A text, or an element. */
export type MarkupNode = string | MarkupElement;

/**
 * Linear in the length of the text, for a bounded depth.
 * @param page with its head, which may have a style sheet
 * @returns the HTML within its body. Markup of the allow-list is in it as it was
 */
export function convertForeignMarkup(page: MarkupElement): string {
  const body = page.children.find((child) => isElement(child) && child.tag === 'body');
  return isElement(body) ? htmlOf(new Conversion(page).nodes(body.children, nothing)) : '';
}

const isElement = (node: MarkupNode | undefined): node is MarkupElement => typeof node === 'object';
const textOf = (node: MarkupNode): string => (isElement(node) ? node.children.map(textOf).join('') : node);
const isBlank = (node: MarkupNode): boolean => textOf(node).trim() === '';
const hasWithin = ({ children }: MarkupElement, isOne: (inner: MarkupElement) => boolean): boolean =>
  children.some((child) => isElement(child) && (isOne(child) || hasWithin(child, isOne)));
const isBreak = (node: MarkupNode): boolean => isElement(node) && node.tag === 'br';

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00A0': '&nbsp;',
};
const htmlOf = (nodes: readonly MarkupNode[]): string =>
  nodes
    .map((node) => {
      if (!isElement(node)) return node.replaceAll(/[&<>\u00A0]/g, (sign) => escaped[sign] ?? sign);
      const attributes = Object.entries(node.attributes)
        .map(([name, value]) => ` ${name}="${value.replaceAll(/[&"\u00A0]/g, (sign) => escaped[sign] ?? sign)}"`)
        .join('');
      return `<${node.tag}${attributes}>${node.tag === 'br' ? '' : `${htmlOf(node.children)}</${node.tag}>`}`;
    })
    .join('');

type Style = ReadonlyMap<string, string>;
const declarationsIn = (css: string): [string, string][] =>
  css
    .split(';')
    .slice(0, DECLARATIONS_MAX)
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      return colon < 0
        ? []
        : [
            [
              declaration.slice(0, colon).trim().toLowerCase(),
              declaration
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ],
          ];
    });
const DECLARATIONS_MAX = 100;

/** The surroundings of a text. */
interface Context {
  readonly isStruck: boolean;
  readonly isInserted: boolean;
  readonly isPreformatted: boolean;
  /** Within an element of that name already. */
  readonly inside: ReadonlySet<string>;
  readonly symbols: ((text: string) => string) | undefined;
  /** Raised or lowered characters. */
  readonly characters: Readonly<Record<string, string>> | undefined;
}
const nothing: Context = {
  isStruck: false,
  isInserted: false,
  isPreformatted: false,
  inside: new Set(),
  symbols: undefined,
  characters: undefined,
};

const neverShown: ReadonlySet<string> = new Set(
  (
    'template noscript script style title datalist rp annotation annotation-xml audio video canvas object iframe noembed ' +
    'noframes svg'
  ).split(' '),
);
/** Their meaning is in their content now. */
const unwrapped: ReadonlySet<string> = new Set(['sup', 'sub', 'del', 'strike', 'ins', 'font']);

/** Blocks of the allow-list, and all others of HTML. */
const allowedBlocks: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'blockquote', 'ol', 'ul', 'li']);
const otherBlocks: ReadonlySet<string> = new Set(
  (
    'address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h4 ' +
    'h5 h6 header hgroup hr legend listing main menu nav optgroup option plaintext pre search section summary table ' +
    'tbody td textarea tfoot th thead tr xmp'
  ).split(' '),
);
const isBlock = (node: MarkupNode): boolean =>
  isElement(node) && (allowedBlocks.has(node.tag) || otherBlocks.has(node.tag));
const preformatted: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing', 'xmp', 'plaintext']);

const CELL_END = ' | ';
const EMPTY_CELL = '—';
/** Cells that reach over several rows are repeated in each: so many in a table, and so long. */
const [REPEATED_MAX, REPEATED_LENGTH_MAX] = [500, 80];
/** A longer text that a style raises or lowers by a length is no exponent or index. */
const SCRIPT_LENGTH_MAX = 20;

const raised: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−–=()ni'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ'][at] ?? sign]),
);
const lowered: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−–=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎'][at] ?? sign]),
);

class Conversion {
  readonly #ofClass = new Map<string, [string, string][]>();
  readonly #known = new WeakMap<MarkupElement, Style>();

  constructor(page: MarkupElement) {
    const read = (node: MarkupNode): void => {
      if (!isElement(node)) return;
      if (node.tag === 'style') this.#readSheet(textOf(node));
      else for (const child of node.children) read(child);
    };
    read(page);
  }

  /** Rules of classes: Excel writes a struck cell so. */
  #readSheet(sheet: string): void {
    for (const rule of sheet.split('}')) {
      const [selectors = '', css = ''] = rule.split('{');
      for (const selector of selectors.split(',')) {
        const name = selector.trim().split('.').at(-1) ?? '';
        if (!selector.includes('.') || !/^[\w-]+$/.test(name)) continue;
        const declarations = this.#ofClass.get(name) ?? [];
        if (declarations.length < DECLARATIONS_MAX) declarations.push(...declarationsIn(css));
        this.#ofClass.set(name, declarations);
      }
    }
  }

  #styleOf(element: MarkupElement): Style {
    let style = this.#known.get(element);
    if (!style) {
      const { style: own = '', class: classes = '' } = element.attributes;
      const sheet = this.#ofClass.size === 0 ? [] : classes.split(/\s+/).slice(0, 20);
      style = new Map([...sheet.flatMap((name) => this.#ofClass.get(name) ?? []), ...declarationsIn(own)]);
      this.#known.set(element, style);
    }
    return style;
  }

  nodes(nodes: readonly MarkupNode[], context: Context): MarkupNode[] {
    return nodes.flatMap((node, at) => {
      if (!isElement(node)) return this.#text(node, context);
      const converted = this.#element(node, context, nodes[at - 1]);
      const before = this.#isReplacement(node, nodes[at - 1], nodes[at - 2]) ? [' '] : [];
      const display = this.#styleOf(node).get('display') ?? '';
      const after = /^(?:inline-block|inline-flex|table-cell)$/.test(display) && at + 1 < nodes.length ? [' '] : [];
      return [...before, ...converted, ...after];
    });
  }

  #text(text: string, { symbols, characters, isPreformatted, isStruck, isInserted, inside }: Context): MarkupNode[] {
    let shown = symbols?.(text) ?? text;
    if (characters) shown = shown.replaceAll(/\S/gu, (sign) => characters[sign] ?? sign);
    let nodes: MarkupNode[] = isPreformatted ? linesOf(shown) : [shown];
    if (shown.trim() === '') return nodes;
    if (isInserted && !inside.has('u')) nodes = [{ tag: 'u', attributes: {}, children: nodes }];
    if (isStruck && !inside.has('s')) nodes = [{ tag: 's', attributes: {}, children: nodes }];
    return nodes;
  }

  /** The surroundings of the content of an element. */
  #within(element: MarkupElement, context: Context): Context {
    const { tag, attributes } = element;
    const style = this.#styleOf(element);
    const family = style.get('font-family') ?? style.get('font') ?? attributes['face'];
    const space = style.get('white-space');
    return {
      ...context,
      isStruck: context.isStruck || this.#isStruck(element),
      isInserted: context.isInserted || isInserted(element),
      isPreformatted:
        space === undefined ? context.isPreformatted || preformatted.has(tag) : /^(?:pre|break-)/.test(space),
      inside: tag === 's' || tag === 'u' ? new Set([...context.inside, tag]) : context.inside,
      symbols: family === undefined ? context.symbols : symbolsOf(family.replace(/^.*\d(?:pt|px|em|%)\s+/, '')),
    };
  }

  #element(element: MarkupElement, context: Context, before: MarkupNode | undefined): MarkupNode[] {
    const { tag } = element;
    if (this.#isHidden(element)) return [];
    if (tag === 'br') return [element];
    if (tag === 'hr') return [{ tag: 'br', attributes: {}, children: [] }];
    if (tag === 'input' || tag === 'img' || tag === 'select') return this.#text(fieldText(element), context);
    if (tag === 'table') return this.#table(element, context);
    let inner = this.#within(element, context);
    const kind = context.characters ? undefined : this.#scriptOf(element);
    let sign: string[] = [];
    if (kind !== undefined) {
      const text = textOf(element).trim();
      const characters = kind === 'raised' ? raised : lowered;
      if ([...text].every((letter) => letter in characters || /\s/.test(letter))) inner = { ...inner, characters };
      else if (needsSign(kind, text, before)) sign = [kind === 'raised' ? '^' : '_'];
    }
    const children = this.nodes(tag === 'msup' || tag === 'msub' ? scripted(element) : childrenOf(element), inner);
    const content = sign.length > 0 && /\s/.test(textOf(element).trim()) ? ['(', ...children, ')'] : children;
    // The allow-list drops a formula with its content.
    if (tag === 'math') return [content.map(textOf).join('')];
    if (unwrapped.has(tag)) return [...sign, ...content];
    if (
      otherBlocks.has(tag) ||
      /^(?:block|flex|grid|table|table-row|list-item)$/.test(this.#styleOf(element).get('display') ?? '')
    )
      return allowedBlocks.has(tag) ? [{ ...element, children: content }] : paragraphs(element, content);
    const isOneBlock = tag === 'li' && content.filter((child) => !isBlank(child)).length === 1;
    const [only] = isOneBlock ? content.filter((child) => !isBlank(child)) : [];
    const isParagraph = isElement(only) && only.tag === 'p' && !element.children.includes(only);
    return [{ ...element, children: isParagraph ? only.children : [...sign, ...content] }];
  }

  #isHidden(element: MarkupElement): boolean {
    const { tag, attributes } = element;
    if (neverShown.has(tag) || 'hidden' in attributes || (tag === 'dialog' && !('open' in attributes))) return true;
    if (attributes['class']?.split(/\s+/).includes('katex-html')) return true;
    const style = this.#styleOf(element);
    if (style.size === 0) return false;
    const is = (name: string, value: RegExp): boolean => value.test(style.get(name) ?? '');
    // The content within may be shown again.
    const isAgain = (name: string): boolean => hasWithin(element, (inner) => this.#styleOf(inner).has(name));
    return (
      is('display', /^none/) ||
      is('mso-hide', /^all/) ||
      is('opacity', /^0(?:\.0+)?$/) ||
      (is('visibility', /^(?:hidden|collapse)/) && !isAgain('visibility')) ||
      (is('font-size', /^0(?:\.0+)?(?:[a-z]+|%)?$/) && !isAgain('font-size')) ||
      (is('position', /^absolute/) && (is('left', /^-\d{3,}/) || is('top', /^-\d{3,}/) || is('clip', /^rect\([01]/)))
    );
  }

  #isStruck(element: MarkupElement): boolean {
    const { tag, attributes } = element;
    if (tag === 'del' || tag === 'strike' || /\bmsoDel\b/.test(attributes['class'] ?? '')) return true;
    const style = this.#styleOf(element);
    return (
      /line-through/.test(`${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`) ||
      /^(?:single|double|solid)/.test(style.get('text-line-through') ?? '')
    );
  }

  /** Deleted and inserted words beside each other, but not parts of a word such as 1[5]30 mg. */
  #isReplacement(node: MarkupElement, other: MarkupNode | undefined, first: MarkupNode | undefined): boolean {
    if (!isElement(other)) return false;
    const isChange = (isInserted(node) && this.#isStruck(other)) || (this.#isStruck(node) && isInserted(other));
    return (
      isChange &&
      /[\p{L}\p{N})%]$/u.test(textOf(other)) &&
      !/[\p{L}\p{N}.,]$/u.test(first === undefined ? '' : textOf(first))
    );
  }

  #scriptOf(element: MarkupElement): 'raised' | 'lowered' | undefined {
    const { tag } = element;
    if (tag === 'sup') return 'raised';
    if (tag === 'sub') return 'lowered';
    if (/^(?:table|t[rdh]|tbody|thead|tfoot)$/.test(tag)) return undefined;
    const style = this.#styleOf(element);
    const position =
      style.get('vertical-align') ?? style.get('mso-text-raise') ?? style.get('font-variant-position') ?? '';
    if (/^[-+]?[\d.]/.test(position) && textOf(element).length > SCRIPT_LENGTH_MAX) return undefined;
    if (/^(?:super|\+?0*\.?[1-9])/.test(position)) return 'raised';
    return /^(?:sub|-0*\.?[1-9])/.test(position) ? 'lowered' : undefined;
  }

  /** A row is a line, its cells apart; an empty cell is seen, so that no value moves to its neighbour. */
  #table(table: MarkupElement, context: Context): MarkupNode[] {
    const lines: MarkupNode[] = [];
    const rows: [row: MarkupElement, context: Context][] = [];
    const inTable = this.#within(table, context);
    const places = ['thead', 'tbody', 'tr', 'tfoot'];
    const parts = table.children.filter(isElement).filter((part) => !this.#isHidden(part));
    for (const part of parts) if (part.tag === 'caption') lines.push(line(this.#inlineContent(part, inTable)));
    const sections = parts
      .filter(({ tag }) => places.includes(tag))
      .sort((one, other) => (one.tag === 'tfoot' ? 1 : 0) - (other.tag === 'tfoot' ? 1 : 0));
    for (const section of sections) {
      const inSection = this.#within(section, inTable);
      for (const row of section.tag === 'tr' ? [section] : section.children.filter(isElement))
        if (row.tag === 'tr' && !this.#isHidden(row)) rows.push([row, this.#within(row, inSection)]);
    }
    /** By column: the text of a cell that reaches into the next rows. */
    let reaching = new Map<number, { text: string; rows: number }>();
    let repeated = 0;
    for (const [row, inRow] of rows) {
      const cells: (readonly MarkupNode[])[] = [];
      const next: typeof reaching = new Map();
      let column = 0;
      const repeat = (at: number): void => {
        const { text = '', rows: left = 0 } = reaching.get(at) ?? {};
        reaching.delete(at);
        repeated += 1;
        if (repeated > REPEATED_MAX) return;
        if (left > 1) next.set(at, { text, rows: left - 1 });
        cells.push([text === '' ? EMPTY_CELL : text]);
        column = at + 1;
      };
      let isEmpty = true;
      for (const cell of row.children) {
        if (!isElement(cell) || (cell.tag !== 'td' && cell.tag !== 'th') || this.#isHidden(cell)) continue;
        while (reaching.has(column)) repeat(column);
        const content = this.#inlineContent(cell, inRow);
        const text = content.map(textOf).join('').trim();
        const spanned = Number.parseInt(cell.attributes['rowspan'] ?? '1', 10);
        if (spanned > 1) next.set(column, { text: text.slice(0, REPEATED_LENGTH_MAX), rows: spanned - 1 });
        if (text !== '') isEmpty = false;
        cells.push(text === '' ? [EMPTY_CELL] : content);
        column += Math.max(1, Number.parseInt(cell.attributes['colspan'] ?? '1', 10) || 1);
      }
      for (const at of [...reaching.keys()].sort((one, other) => one - other)) repeat(at);
      reaching = next;
      if (!isEmpty) lines.push(line(cells.flatMap((cell, at) => (at === 0 ? cell : [CELL_END, ...cell]))));
    }
    return lines;
  }

  /** The content of a cell without its blocks and line breaks: a sign is between their texts. */
  #inlineContent(cell: MarkupElement, context: Context): MarkupNode[] {
    const found: MarkupNode[] = [];
    let isBetween = false;
    const visit = (node: MarkupNode): void => {
      if (isBreak(node) || isBlock(node)) isBetween = true;
      if (isBreak(node)) return;
      if (isElement(node) && (isBlock(node) || hasWithin(node, (inner) => isBreak(inner) || isBlock(inner)))) {
        for (const child of node.children) visit(child);
        if (isBlock(node)) isBetween = true;
      } else if (!isBlank(node)) {
        if (isBetween && found.length > 0) found.push('; ');
        isBetween = false;
        found.push(node);
      } else if (!isBetween && found.length > 0) found.push(node);
    };
    for (const node of this.nodes(cell.children, this.#within(cell, context))) visit(node);
    return found;
  }
}

const line = (children: readonly MarkupNode[]): MarkupElement => ({ tag: 'p', attributes: {}, children });

const isInserted = ({ tag, attributes }: MarkupElement): boolean =>
  tag === 'ins' || /\bmsoIns\b/.test(attributes['class'] ?? '');

/** Check boxes, choices, filled fields and images, as text. */
function fieldText(element: MarkupElement): string {
  const { tag, attributes } = element;
  if (tag === 'select') {
    const options: MarkupElement[] = [];
    const find = (node: MarkupNode): void => {
      if (!isElement(node)) return;
      if (node.tag === 'option') options.push(node);
      else for (const child of node.children) find(child);
    };
    find(element);
    const chosen = options.find((option) => 'selected' in option.attributes) ?? options[0];
    return chosen ? textOf(chosen) : '';
  }
  if (tag === 'img') {
    const alternative = attributes['alt']?.trim() ?? '';
    return alternative === '' ? '' : `[${alternative}]`;
  }
  const type = attributes['type']?.toLowerCase() ?? 'text';
  if (type === 'checkbox' || type === 'radio') return 'checked' in attributes ? '☑ ' : '☐ ';
  return type === 'hidden' || type === 'password' ? '' : (attributes['value'] ?? '');
}

/** A fraction of a formula has its sign. */
const childrenOf = ({ tag, children }: MarkupElement): readonly MarkupNode[] =>
  tag === 'mfrac' ? children.filter(isElement).flatMap((child, at) => (at === 0 ? [child] : ['/', child])) : children;
/** The second part of a power or index in a formula. */
const scripted = ({ tag, children }: MarkupElement): MarkupNode[] =>
  children
    .filter(isElement)
    .map((child, at) =>
      at === 1 ? { tag: tag === 'msup' ? 'sup' : 'sub', attributes: {}, children: [child] } : child,
    );

/** Not for the letters of 4th and ®, nor of C-max. */
function needsSign(kind: 'raised' | 'lowered', text: string, before: MarkupNode | undefined): boolean {
  if (kind === 'lowered') return /\d/.test(text);
  const isOrdinal =
    /^(?:st|nd|rd|th|e|er|o|a|º|ª)$/i.test(text) && /\d\s*$/.test(before === undefined ? '' : textOf(before));
  return !isOrdinal && /[\p{L}\p{N}]/u.test(text) && !/^[⁰¹²³⁴-⁹⁺⁻]+$/.test(text);
}

/** Lines and columns stay apart. */
const linesOf = (text: string): MarkupNode[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((one, at) => {
      const kept = one.replaceAll('\t', '    ').replaceAll(/ {2,}/g, (blanks) => '\u00A0'.repeat(blanks.length));
      return at === 0 ? [kept] : [{ tag: 'br', attributes: {}, children: [] }, kept];
    });

/** Another block becomes paragraphs and headings, so that its text is not joined to that beside it. */
function paragraphs({ tag, attributes }: MarkupElement, children: readonly MarkupNode[]): MarkupNode[] {
  const name = tag === 'h1' ? 'h2' : /^h[456]$/.test(tag) ? 'h3' : 'p';
  const kept = Object.fromEntries(
    Object.entries(attributes).filter(([key]) => key === 'dir' || key === 'class' || key === 'style'),
  );
  const content: MarkupNode[] = [];
  let run: MarkupNode[] | undefined;
  for (const child of children) {
    if (isBlock(child) || (isElement(child) && hasWithin(child, isBlock))) {
      run = undefined;
      content.push(child);
    } else if (run) run.push(child);
    else if (isBlank(child) && !isBreak(child)) content.push(child);
    else {
      run = [child];
      content.push({ tag: name, attributes: kept, children: run });
    }
  }
  return content;
}
