/**
 * Recognises the markup that the editor writes (Quill): text that the allow-list leaves as it is, character by
 * character. Such a text needs no document, which costs milliseconds (docs/decisions/write-side/rich-text-bounds.md).
 *
 * It accepts far less than HTML and repairs nothing: blocks at the top, inline elements and text in them, every element
 * closed in its order, known attributes with plain values, four entities. All else is for the parser.
 */
import { isRichTextClass } from 'language/contract/rich-text';

/** A tag, a piece of text, or an entity. The parser would change or repair other characters (`>`, NUL, CR, NBSP). */
const token = /<(?<closing>\/?)(?<name>[a-z][a-z0-9]*)(?<attributes>[^<>]*)>|[^<>&\0\r\u00a0]+|&(?:amp|lt|gt|nbsp);/y;
/** One blank before each attribute; the value in double quotes. */
const attribute = /^ ([a-z-]+)="([^"<>\0\r\n\t\u00a0]*)"/;

const BLOCKS: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'blockquote']);
const LISTS: ReadonlySet<string> = new Set(['ol', 'ul']);
const INLINE: ReadonlySet<string> = new Set(['strong', 'em', 'u', 's', 'a', 'span']);

/** Far below the bounds of `markup-bounds.ts`. */
const DEPTH_MAX = 10;
const ELEMENTS_MAX = 2_000;

/** Linear in the length of the text. */
export function isEditorMarkup(html: string): boolean {
  const open: string[] = [];
  let elements = 0;
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const groups = token.exec(html)?.groups;
    // No token begins here.
    if (!groups) return false;
    const { closing, name, attributes = '' } = groups;
    if (name === undefined) {
      if (!takesText(open.at(-1))) return false;
    } else if (closing === '/') {
      if (attributes !== '' || open.pop() !== name) return false;
    } else {
      elements += 1;
      if (elements > ELEMENTS_MAX || open.length === DEPTH_MAX) return false;
      if (!mayStand(name, open) || !areKnown(attributes, name)) return false;
      if (name !== 'br') open.push(name);
    }
  }
  return open.length === 0;
}

const takesText = (parent: string | undefined): boolean =>
  parent !== undefined && (parent === 'li' || BLOCKS.has(parent) || INLINE.has(parent));

function mayStand(name: string, open: readonly string[]): boolean {
  const parent = open.at(-1);
  if (parent === undefined) return BLOCKS.has(name) || LISTS.has(name);
  if (LISTS.has(parent)) return name === 'li';
  // The parser moves an element out of another one of its kind, such as a link out of a link.
  return name === 'br' || (INLINE.has(name) && !open.includes(name));
}

function areKnown(attributes: string, name: string): boolean {
  const seen = new Set<string>();
  for (let rest = attributes; rest !== '';) {
    const [whole, key, value] = attribute.exec(rest) ?? [];
    if (whole === undefined || key === undefined || value === undefined) return false;
    if (name === 'br' || seen.has(key) || !isKnown(name, key, value)) return false;
    seen.add(key);
    rest = rest.slice(whole.length);
  }
  return true;
}

function isKnown(name: string, key: string, value: string): boolean {
  if (key === 'class') return value !== '' && value.split(' ').every(isRichTextClass);
  if (key === 'dir') return /^(?:rtl|ltr|auto)$/.test(value);
  if (key === 'data-list') return name === 'li' && /^(?:bullet|ordered|checked|unchecked)$/.test(value);
  return name === 'a' && key === 'href' && isLink(value);
}

/** Letters, digits and the marks of an address that mean nothing in HTML; `&` as an entity. */
const isLink = (value: string): boolean => /^(?:https?:\/\/|mailto:|tel:)(?:[\w.~:/?#@!$*+,;=%-]|&amp;)+$/.test(value);
