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
function expectedIsolates(quill: Quill): Isolated[] {
  return quill.getLines().flatMap((line) => {
    const at = quill.getIndex(line);
    const direction = line.formats()['direction'] === 'rtl' ? 'rtl' : undefined;
    let end = 0;
    return spansIn(quill.getText(at, line.length()), direction).flatMap(({ start, end: spanEnd, kind }) => {
      if (kind === 'unbroken' || start < end) return [];
      end = spanEnd;
      return [{ start: at + start, length: spanEnd - start, tag: elements[kind] }];
    });
  });
}

function currentIsolates(quill: Quill): Isolated[] {
  const found: Isolated[] = [];
  let at = 0;
  for (const { insert, attributes } of quill.getContents().ops) {
    const length = typeof insert === 'string' ? insert.length : 1;
    const tag = attributes?.[FORMAT];
    const last = found.at(-1);
    if (tag === 'BDO' || tag === 'BDI') {
      if (last && last.tag === tag && last.start + last.length === at)
        found[found.length - 1] = { ...last, length: last.length + length };
      else found.push({ start: at, length, tag });
    }
    at += length;
  }
  return found;
}

const isSame =
  (one: Isolated) =>
  (other: Isolated): boolean =>
    one.start === other.start && one.length === other.length && one.tag === other.tag;

/** To be called after each change of the text. During a composition it does nothing: a change would end it. */
function isolateNumbers(quill: Quill): void {
  if (quill.composition.isComposing) return;
  const [current, expected] = [currentIsolates(quill), expectedIsolates(quill)];
  for (const one of current)
    if (!expected.some(isSame(one))) quill.formatText(one.start, one.length, FORMAT, false, 'silent');
  for (const one of expected)
    if (!current.some(isSame(one))) quill.formatText(one.start, one.length, FORMAT, one.tag, 'silent');
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
const asHeading = (level: 2 | 3) => (_node: Node, delta: Delta) =>
  delta.compose(new Delta().retain(delta.length(), { header: level }));

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
  options: { html: string; placeholder: string; labelledBy: string; onChange: () => void },
): OpenQuill {
  const container = host.appendChild(document.createElement('div'));
  container.className = 'rich-text';
  const quill = new Quill(container, {
    placeholder: options.placeholder,
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
      // The allow-list has h2 and h3 only.
      clipboard: {
        matchers: [
          ['h1', asHeading(2)],
          ['h4, h5, h6', asHeading(3)],
        ],
      },
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
