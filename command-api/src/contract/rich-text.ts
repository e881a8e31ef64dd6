/**
 * The allow-list of rich text (decisions, "Rules and rights"): what Quill's `root.innerHTML` holds without images, video and
 * formulas. The server applies it before a text becomes an event, the browser again before a text enters the DOM.
 */
export const richTextTags: readonly string[] = [
  'p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'blockquote', 'ol', 'ul', 'li', 'a', 'span',
];
/** `class` keeps only the names that `isRichTextClass` accepts. */
export const richTextAttributes: readonly string[] = ['href', 'dir', 'data-list', 'class'];
export const isRichTextClass = (name: string): boolean => /^ql-(align-(left|center|right|justify)|direction-rtl|indent-[1-8])$/.test(name);
/** Where a link may lead. DOMPurify holds `data-list` and `dir` against this pattern too unless `ADD_URI_SAFE_ATTR` names them. */
export const richTextLink = /^(?:https?|mailto|tel):/i;
