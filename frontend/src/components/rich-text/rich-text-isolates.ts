/**
 * In an editor, a number is read before its unit in an Arabic line as well, from the key that completes them. The
 * elements for it are a format of the editor's own, outside of all others: no saved text holds it, since `html()` lets
 * pass what the allow-list has.
 */
import type Quill from 'quill/core.js';
import Inline from 'quill/blots/inline.js';
import { spansIn } from '../../platform/text/text-spans.ts';

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
