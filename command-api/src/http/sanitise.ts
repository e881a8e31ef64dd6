/**
 * Rich text passes the allow-list here before it becomes an event (docs/product.md, "Rich text"). DOMPurify's authors
 * recommend jsdom for servers. Both versions are pinned, because a change of the parser can open a hole.
 */
import { createRequire } from 'node:module';
import createDOMPurify, { type DOMPurify } from 'dompurify';
import { convertForeignMarkup } from 'language/contract/foreign-markup';
import { keepRichTextClasses, richTextAllowList } from 'language/contract/rich-text';
import { RichText } from 'language/domain/values/rich-text';
import { validInput } from 'service-kit/http/validate-input';
import { isEditorMarkup } from './editor-markup.ts';
import { boundedMarkup } from './markup-bounds.ts';

let purify: DOMPurify | undefined;
/**
 * Loads jsdom with the first text that the editor did not write, for example a pasted one: it would take a quarter of
 * the program's start (docs/decisions/installation/at-rest.md).
 */
function openPurify(): DOMPurify {
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as typeof import('jsdom');
  const opened = createDOMPurify(new JSDOM('').window);
  opened.addHook('uponSanitizeAttribute', keepRichTextClasses);
  return opened;
}

/**
 * Quill draws each list marker in an empty element of its own, and again when it loads the text: it is not part of the
 * text.
 */
const quillMarkers = /<span class="ql-ui"[^<>]*><\/span>/g;

/**
 * The text within the allow-list; sanitising twice changes nothing.
 * @throws HttpProblem 400 if its markup exceeds the bounds, or the result is longer than 100 KB: entities make a text
 * longer
 */
export function sanitise(html: string): string {
  const text = html.replace(quillMarkers, '');
  return validInput(RichText, isEditorMarkup(text) ? text : throughAllowList(text));
}

/**
 * For every text: what other programs show by their own markup becomes text, then DOMPurify.
 * @throws HttpProblem as `sanitise`
 */
export function throughAllowList(text: string): string {
  const converted = convertForeignMarkup(boundedMarkup(text));
  purify ??= openPurify();
  return purify.sanitize(converted, richTextAllowList);
}

/** True if a rich text has no word in it: an editor's empty paragraph has none. */
export const isBlank = (html: string): boolean => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === '';
