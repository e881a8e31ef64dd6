/**
 * Rich text passes the allow-list here before it becomes an event (decisions, "Rules and rights"). DOMPurify on jsdom
 * is the combination its authors recommend for servers; both versions are pinned, because a parser's change can open a
 * hole.
 */
import createDOMPurify from 'dompurify';
import { JSDOM } from 'jsdom';
import { keepRichTextClasses, richTextAllowList } from '../contract/rich-text.ts';
import { RichText } from '../domain/values/rich-text.ts';
import { validInput } from 'service-kit/http/validate-input';
import { refuseExcessiveMarkup } from './markup-bounds.ts';

const purify = createDOMPurify(new JSDOM('').window);
purify.addHook('uponSanitizeAttribute', keepRichTextClasses);

/**
 * Quill draws each list marker in an empty element of its own, and draws it again when it loads the text: it is no part
 * of the text.
 */
const quillMarkers = /<span class="ql-ui"[^<>]*><\/span>/g;

/**
 * Plain paragraphs without any markup, entity or attribute, as most notes at the bedside are: a parser finds nothing in
 * them to change (a specification holds it to that), and building a document for each costs 2 ms.
 */
const plainParagraphs = /^(?:<p>[^<>&\0\r\u00a0]+<\/p>)*$/;

/**
 * The text within the allow-list; sanitising twice changes nothing.
 * @throws HttpProblem 400 when its markup is more than a text can need, or it is longer than 100 KB then: entities make
 * a text longer
 */
export const sanitise = (html: string): string =>
  validInput(RichText, plainParagraphs.test(html) ? html : throughAllowList(html));

/** The long way, for every text: DOMPurify. @throws HttpProblem as above */
export function throughAllowList(html: string): string {
  const text = html.replace(quillMarkers, '');
  refuseExcessiveMarkup(text);
  return purify.sanitize(text, richTextAllowList);
}

/** Whether a rich text has no word in it: an editor's empty paragraph has none. */
export const isBlank = (html: string): boolean => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === '';
