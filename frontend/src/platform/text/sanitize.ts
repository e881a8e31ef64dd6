/** Sanitizes HTML before it enters the DOM. Only files in `components/rich-text/` insert HTML. */
import createDOMPurify, { type DOMPurify } from 'dompurify';
import { keepRichTextClasses, richTextAllowList } from 'command-api/contract/rich-text';

/** A separate instance: hooks on the library's shared one would affect its other users. */
function createPurifier(): DOMPurify {
  const purify = createDOMPurify(window);
  purify.addHook('uponSanitizeAttribute', keepRichTextClasses);
  return purify;
}
let writing: DOMPurify | undefined;
let reading: DOMPurify | undefined;

/** Keeps only elements and attributes of the allow-list (docs/product.md, "Rich text"). */
export function sanitize(html: string): string {
  writing ??= createPurifier();
  return writing.sanitize(html, richTextAllowList);
}

/** As `sanitize`; links open in a new tab without a referrer. */
export function sanitizeForReading(html: string): string {
  if (!reading) {
    reading = createPurifier();
    reading.addHook('afterSanitizeAttributes', (node) => {
      if (node.tagName !== 'A') return;
      node.setAttribute('rel', 'noopener noreferrer');
      node.setAttribute('target', '_blank');
    });
  }
  return reading.sanitize(html, richTextAllowList);
}

/** Rich text without visible content: an empty Quill editor contains `<p><br></p>`. */
export const isBlank = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';

/** The text without markup, for comparisons and summaries. Blocks are separated by a space. */
export const plainText = (html: string): string => {
  const page = new DOMParser().parseFromString(
    sanitize(html).replace(/<\/(?:p|li|h2|h3|blockquote)>|<br>/g, '$& '),
    'text/html',
  );
  return (page.body.textContent ?? '').replace(/\s+/g, ' ').trim();
};
