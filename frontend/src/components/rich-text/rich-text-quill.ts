/**
 * Quill 2.0.3 with only the formats of our rich text. CVE-2025-15056 needs the formats image, video or formula and
 * `getSemanticHTML`. That function is not used; it also turns every space into `&nbsp;`.
 */
import Quill, { Delta } from 'quill/core.js';
import Inline from 'quill/blots/inline.js';
import { AlignClass } from 'quill/formats/align.js';
import Blockquote from 'quill/formats/blockquote.js';
import Bold from 'quill/formats/bold.js';
import { DirectionClass } from 'quill/formats/direction.js';
import Header from 'quill/formats/header.js';
import IndentClass from 'quill/formats/indent.js';
import Italic from 'quill/formats/italic.js';
import Link from 'quill/formats/link.js';
import ListItem from 'quill/formats/list.js';
import Strike from 'quill/formats/strike.js';
import Underline from 'quill/formats/underline.js';
import '../../platform/text/library-html.ts';
import { letterDirection, spansIn, type Direction } from '../../platform/text/text-spans.ts';
import { isBlank, sanitize } from '../../platform/text/sanitize.ts';
import { Clipboard } from './clipboard.ts';

/**
 * The format that isolates a number with its unit in an Arabic line, from the key that completes them. Its elements are
 * outside those of all other formats. A saved text never has it: `html()` keeps only the elements of the allow-list.
 */
const FORMAT = 'isolate';
/** `bdo` for left to right, `bdi` for right to left, as in `RichTextView`. */
const elements = { ltr: 'BDO', rtl: 'BDI' } as const;
type Element = (typeof elements)[keyof typeof elements];

class Isolate extends Inline {
  static override blotName = FORMAT;
  static override tagName = ['BDO', 'BDI'];

  static override create(tag: Element): HTMLElement {
    const node = super.create(tag);
    node.dir = tag === 'BDO' ? 'ltr' : 'rtl';
    return node;
  }
  static override formats(node: HTMLElement): string {
    return node.tagName;
  }
}
// The last one in the order is the outermost.
if (!Inline.order.includes(FORMAT)) Inline.order.push(FORMAT);

interface Isolated {
  readonly start: number;
  readonly length: number;
  readonly tag: Element;
}

/** The spans to isolate. A span within another one is left out: a format cannot be nested in itself. */
function expectedIn(text: string, at: number, direction: Direction | undefined): Isolated[] {
  let end = 0;
  return spansIn(text, direction).flatMap(({ start, end: spanEnd, kind }) => {
    if (kind === 'unbroken' || start < end) return [];
    end = spanEnd;
    return [{ start: at + start, length: spanEnd - start, tag: elements[kind] }];
  });
}

/**
 * The parts that are isolated now and those that have to be, in the order of the text. One pass: a
 * text may have thousands of lines.
 */
function isolatesIn({ ops }: Delta): { current: Isolated[]; expected: Isolated[] } {
  const [current, expected]: [Isolated[], Isolated[]] = [[], []];
  let at = 0;
  let line = '';
  for (const { insert, attributes } of ops) {
    const text = typeof insert === 'string' ? insert : ' ';
    const tag = attributes?.[FORMAT];
    const last = current.at(-1);
    if (tag === 'BDO' || tag === 'BDI') {
      if (last && last.tag === tag && last.start + last.length === at)
        current[current.length - 1] = { ...last, length: last.length + text.length };
      else current.push({ start: at, length: text.length, tag });
    }
    for (const part of text.split(/(?<=\n)/)) {
      line += part;
      at += part.length;
      if (!part.endsWith('\n')) continue;
      // The format of a line is that of its end.
      expected.push(...expectedIn(line, at - line.length, attributes?.['direction'] === 'rtl' ? 'rtl' : undefined));
      line = '';
    }
  }
  return { current, expected };
}

const keyOf = ({ start, length, tag }: Isolated): string => `${start} ${length} ${tag}`;

/** A change that formats spans. Spans are in the order of the text and do not overlap. */
function formatting(spans: readonly Isolated[], valueOf: (span: Isolated) => Element | null): Delta {
  const change = new Delta();
  let end = 0;
  for (const span of spans) {
    change.retain(span.start - end).retain(span.length, { [FORMAT]: valueOf(span) });
    end = span.start + span.length;
  }
  return change;
}

/**
 * To be called after each change of the text. Changes only isolates that are not right, all in one update: an update
 * reads the whole text. During a composition it does nothing: a change would end it.
 */
function isolateNumbers(quill: Quill): void {
  if (quill.composition.isComposing) return;
  const { current, expected } = isolatesIn(quill.getContents());
  const [isCurrent, isExpected] = [new Set(current.map(keyOf)), new Set(expected.map(keyOf))];
  const wrong = formatting(
    current.filter((one) => !isExpected.has(keyOf(one))),
    () => null,
  );
  const missing = formatting(
    expected.filter((one) => !isCurrent.has(keyOf(one))),
    ({ tag }) => tag,
  );
  const change = wrong.compose(missing);
  if (change.length() > 0) quill.updateContents(change, 'silent');
}

/**
 * Each paragraph, quotation and list has the direction of its first letter. One without letters has that of the one
 * before, the first one that of the page. `html()` leaves the attribute out.
 */
function showDirections(quill: Quill): void {
  let direction: Direction | undefined;
  for (const block of quill.root.children) {
    direction = letterDirection(block.textContent ?? '') ?? direction;
    if (!(block instanceof HTMLElement) || block.dataset['direction'] === direction) continue;
    if (direction === undefined) delete block.dataset['direction'];
    else block.dataset['direction'] = direction;
  }
}

/** Joins the formatted elements that an isolate has divided. */
function joinDivided(html: string): string {
  const joined = html
    .replaceAll(/<\/(strong|em|u|s)><\1>/g, '')
    .replaceAll(/<a( [^>]*)>((?:(?!<\/a>).)*)<\/a><a\1>/g, '<a$1>$2');
  return joined === html ? html : joinDivided(joined);
}

Quill.register(
  {
    'formats/align': AlignClass,
    'formats/blockquote': Blockquote,
    'formats/bold': Bold,
    'formats/direction': DirectionClass,
    'formats/header': Header,
    'formats/indent': IndentClass,
    'formats/isolate': Isolate,
    'formats/italic': Italic,
    'formats/link': Link,
    'formats/list': ListItem,
    'formats/strike': Strike,
    'formats/underline': Underline,
    'modules/clipboard': Clipboard,
  },
  true,
);

/** `true` leaves the key to the browser: Tab leaves the editor and types no tab (WCAG 2.1.2). */
const leave = (): boolean => true;

export interface OpenQuill {
  quill: Quill;
  /** The text, with elements of the allow-list only; '' for a blank text. */
  html(): string;
  /** The length of a text as the editor counts it. */
  lengthOf(html: string): number;
  close(): void;
}

/** Opens an editor inside `host`. `close` empties `host`: StrictMode mounts it twice. */
export function openQuill(
  host: HTMLElement,
  options: { html: string; labelledBy: string; onChange: () => void },
): OpenQuill {
  const container = host.appendChild(document.createElement('div'));
  container.className = 'rich-text';
  const quill = new Quill(container, {
    formats: [
      'align',
      'blockquote',
      'bold',
      'direction',
      'header',
      'indent',
      'isolate',
      'italic',
      'link',
      'list',
      'list-container',
      'strike',
      'underline',
    ],
    modules: {
      uploader: { mimetypes: [] },
      keyboard: {
        bindings: {
          tab: { key: 'Tab', handler: leave },
          'remove tab': { key: 'Tab', shiftKey: true, handler: leave },
          indent: { key: 'Tab', handler: leave },
          outdent: { key: 'Tab', shiftKey: true, handler: leave },
        },
      },
    },
  });
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-labelledby', options.labelledBy);
  if (options.html !== '') quill.setContents(quill.clipboard.convert({ html: sanitize(options.html) }), 'silent');
  isolateNumbers(quill);
  showDirections(quill);
  quill.history.clear();
  const changed = () => {
    isolateNumbers(quill);
    showDirections(quill);
    options.onChange();
  };
  quill.on('text-change', changed);
  return {
    quill,
    html() {
      const html = joinDivided(
        sanitize(quill.root.innerHTML.replaceAll(/<span class="ql-ui"[^>]*><\/span>/g, '').replaceAll('\uFEFF', '')),
      );
      return isBlank(html) ? '' : html;
    },
    lengthOf: (html) => quill.clipboard.convert({ html: sanitize(html) }).length(),
    close() {
      quill.off('text-change', changed);
      host.replaceChildren();
    },
  };
}
