/**
 * Isolates the spans of a text that `text-spans.ts` finds: by Unicode isolates where elements are impossible (labels of
 * charts, window titles, text fields for display only), by elements in rich text. Only for display, never for storage.
 */
import { spansIn, type Direction, type Span, type SpanKind } from './text-spans.ts';

const opening = { ltr: '\u2066', rtl: '\u2067', unbroken: '' } as const;
const ISOLATE_END = '\u2069';
/** Within the isolate: a range of Arabic digits reads from left to right, too. */
const [OVERRIDE, OVERRIDE_END] = ['\u202D', '\u202C'];

/** The text with Unicode isolates around the spans that `spansIn` isolates. `withoutIsolates` undoes it. */
export function isolatedText(text: string): string {
  let shown = text;
  // From the last to the first, so that an insertion does not move the other positions. Inner marks follow outer ones.
  const marks = spansIn(text)
    .filter(({ kind }) => kind !== 'unbroken')
    .flatMap(({ start, end, kind }, depth) => {
      const override = kind === 'ltr' && /[٠-٩۰-۹]/.test(text.slice(start, end));
      return [
        { at: start, order: depth + 1, sign: opening[kind] + (override ? OVERRIDE : '') },
        { at: end, order: -depth - 1, sign: (override ? OVERRIDE_END : '') + ISOLATE_END },
      ];
    });
  for (const { at, sign } of marks.sort((one, other) => other.at - one.at || other.order - one.order))
    shown = shown.slice(0, at) + sign + shown.slice(at);
  return shown;
}

/** For text that is stored, copied or sent. */
export const withoutIsolates = (shown: string): string => shown.replaceAll(/[\u2066\u2067\u2069\u202C\u202D]/g, '');

const BLOCKS = 'p, li, h2, h3, blockquote';

/**
 * Adds elements around the spans of a sanitized text. A span may cross formatting: `40 <strong>mL/h</strong>`.
 */
export function isolateSpans(root: DocumentFragment | HTMLElement): void {
  if (!/\p{Nd}/u.test(root.textContent ?? '')) return;
  // One for all: each change of the document updates every range that was made in it.
  const range = root.ownerDocument.createRange();
  for (const { texts, direction } of blocksIn(root)) {
    const whole = texts.map((node) => node.data).join('');
    const spans = spansIn(whole, direction);
    const pieces = spans.length === 0 ? [] : cut(texts, spans);
    for (const span of spans)
      wrap(
        pieces.filter(({ start, end }) => start >= span.start && end <= span.end).map(({ node }) => node),
        span.kind,
        range,
      );
  }
}

interface Block {
  texts: Text[];
  direction: Direction | undefined;
}
/** The texts of each line. A block or a `<br>` begins a line. */
function blocksIn(root: DocumentFragment | HTMLElement): Block[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const blocks: Block[] = [];
  let around: Element | null | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Element) {
      if (node.tagName === 'BR') around = undefined;
      continue;
    }
    const block = node.parentElement?.closest(BLOCKS) ?? null;
    if (block !== around)
      blocks.push({ texts: [], direction: block?.closest('.ql-direction-rtl') ? 'rtl' : undefined });
    around = block;
    if (node instanceof Text) blocks.at(-1)?.texts.push(node);
  }
  return blocks;
}

interface Piece {
  node: Text;
  start: number;
  end: number;
}
/** Splits the texts at the limits of the spans. Each piece has its offsets in the line. */
function cut(texts: readonly Text[], spans: readonly Span[]): Piece[] {
  const ends = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((one, other) => one - other);
  const pieces: Piece[] = [];
  let start = 0;
  for (const text of texts) {
    let node = text;
    for (const at of ends) {
      if (at <= start || at >= start + node.length) continue;
      const rest = node.splitText(at - start);
      pieces.push({ node, start, end: at });
      node = rest;
      start = at;
    }
    pieces.push({ node, start, end: start + node.length });
    start += node.length;
  }
  return pieces;
}

/** Wraps neighbouring texts in an element. An element that is only partly inside is split. */
function wrap(nodes: readonly Text[], kind: SpanKind, range: Range): void {
  let [first, last]: [Node | undefined, Node | undefined] = [nodes[0], nodes.at(-1)];
  const page = first?.ownerDocument;
  if (!first || !last || !page) return;
  range.setStartBefore(first);
  range.setEndAfter(last);
  const common = range.commonAncestorContainer;
  // An element that is entirely inside moves as a whole: a split would leave an empty element.
  while (first.parentNode && first.parentNode !== common && !first.previousSibling) first = first.parentNode;
  while (last.parentNode && last.parentNode !== common && !last.nextSibling) last = last.parentNode;
  range.setStartBefore(first);
  range.setEndAfter(last);
  const element = page.createElement(kind === 'ltr' ? 'bdo' : kind === 'rtl' ? 'bdi' : 'span');
  if (kind === 'unbroken') element.className = 'unbroken';
  else element.dir = kind;
  element.append(range.extractContents());
  range.insertNode(element);
}
