/**
 * Quill 2.0.3 with the formats that rich text here may have and no others: without image, video and formula the way of
 * CVE-2025-15056 does not exist. `getSemanticHTML` is not used: it is that way, and it turns every space into `&nbsp;`.
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
import { spansIn } from '../../platform/text/text-spans.ts';
import { isBlank, sanitize } from '../../platform/text/sanitize.ts';

/**
 * In an editor, a number is read before its unit in an Arabic line as well, from the key that completes them. The
 * elements for it are a format of the editor's own, outside of all others: no saved text holds it, since `html()` lets
 * pass what the allow-list has.
 */
const FORMAT = 'isolate';
/** Left to right by `bdo`, right to left by `bdi`, as in text that is read. */
const elements = { ltr: 'BDO', rtl: 'BDI' } as const;
type Element = (typeof elements)[keyof typeof elements];

export class Isolate extends Inline {
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
// The last is the outermost.
if (!Inline.order.includes(FORMAT)) Inline.order.push(FORMAT);

interface Isolated {
  readonly start: number;
  readonly length: number;
  readonly tag: Element;
}

/** What should be isolated. Of those within another one the outer one alone: a format does not lie in itself. */
function wanted(quill: Quill): Isolated[] {
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

function present(quill: Quill): Isolated[] {
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

/** After each change of the text. While letters are being composed nothing is touched: the composition would end. */
export function isolateNumbers(quill: Quill): void {
  if (quill.composition.isComposing) return;
  const [is, shouldBe] = [present(quill), wanted(quill)];
  for (const one of is)
    if (!shouldBe.some(isSame(one))) quill.formatText(one.start, one.length, FORMAT, false, 'silent');
  for (const one of shouldBe)
    if (!is.some(isSame(one))) quill.formatText(one.start, one.length, FORMAT, one.tag, 'silent');
}

/** Where an isolate began or ended within bold letters, these were divided. */
export function withoutDivisions(html: string): string {
  const joined = html
    .replaceAll(/<\/(strong|em|u|s)><\1>/g, '')
    .replaceAll(/<a( [^>]*)>((?:(?!<\/a>).)*)<\/a><a\1>/g, '<a$1>$2');
  return joined === html ? html : withoutDivisions(joined);
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
  },
  true,
);

/** `true` hands the key back to the browser: Tab leaves the editor instead of writing a tab (WCAG 2.1.2). */
const leave = (): boolean => true;
const asHeading = (level: 2 | 3) => (_node: Node, delta: Delta) =>
  delta.compose(new Delta().retain(delta.length(), { header: level }));

export interface OpenQuill {
  quill: Quill;
  /** The text within the allow-list; '' when a person would see nothing. */
  html(): string;
  /** As the editor counts places in a text. */
  lengthOf(html: string): number;
  close(): void;
}

/**
 * Opens an editor inside `host`. `close` leaves `host` empty, so that StrictMode's second mount finds nothing of the
 * first.
 */
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
      // The allow-list knows h2 and h3 only.
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
  quill.history.clear();
  const changed = () => {
    isolateNumbers(quill);
    options.onChange();
  };
  quill.on('text-change', changed);
  return {
    quill,
    html() {
      const html = withoutDivisions(
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
