/**
 * HTML of other people passes here before it enters the DOM (only `components/rich-text/rich-text-view.tsx`, `components/rich-text/rich-text-placeholder.tsx`
 * and `components/rich-text/rich-text-quill.ts` put it there).
 */
import createDOMPurify, { type DOMPurify } from 'dompurify';
import { keepRichTextClasses, richTextAllowList } from 'command-api/contract/rich-text';

/** A purifier of our own: hooks on the library's shared one would reach every other user of it. */
function build(): DOMPurify {
  const purify = createDOMPurify(window);
  purify.addHook('uponSanitizeAttribute', keepRichTextClasses);
  return purify;
}
let writing: DOMPurify | undefined;
let reading: DOMPurify | undefined;

/** The text within the allow-list (decisions, "Rules and rights"). */
export function sanitize(html: string): string {
  writing ??= build();
  return writing.sanitize(html, richTextAllowList);
}

/** As `sanitize`; links open in a new tab and tell nothing of this page. */
export function sanitizeForReading(html: string): string {
  if (!reading) {
    reading = build();
    reading.addHook('afterSanitizeAttributes', (node) => {
      if (node.tagName !== 'A') return;
      node.setAttribute('rel', 'noopener noreferrer');
      node.setAttribute('target', '_blank');
    });
  }
  return reading.sanitize(html, richTextAllowList);
}

/** Rich text in which a person would see nothing: Quill leaves `<p><br></p>` behind. */
export const isBlank = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';

/** The words alone, for comparing and for short summaries; blocks are set apart by a space. */
export const plainText = (html: string): string => {
  const page = new DOMParser().parseFromString(
    sanitize(html).replace(/<\/(?:p|li|h2|h3|blockquote)>|<br>/g, '$& '),
    'text/html',
  );
  return (page.body.textContent ?? '').replace(/\s+/g, ' ').trim();
};
