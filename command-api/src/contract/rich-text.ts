/**
 * The allow-list of rich text (decisions, "Rules and rights"): what Quill's `root.innerHTML` holds without images,
 * video and formulas. The server applies it before a text becomes an event, the browser again before a text enters the
 * DOM.
 */
export const richTextTags: readonly string[] = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'h2',
  'h3',
  'blockquote',
  'ol',
  'ul',
  'li',
  'a',
  'span',
];
/** `class` keeps only the names that this accepts. */
export const isRichTextClass = (name: string): boolean =>
  /^ql-(align-(left|center|right|justify)|direction-rtl|indent-[1-8])$/.test(name);

/** The list as DOMPurify's options: both sides give it to theirs. */
export const richTextAllowList = {
  ALLOWED_TAGS: [...richTextTags],
  ALLOWED_ATTR: ['href', 'dir', 'data-list', 'class'],
  /**
   * Where a link may lead. DOMPurify holds the value of every attribute that it does not know to be harmless against
   * this pattern.
   */
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  ADD_URI_SAFE_ATTR: ['data-list', 'dir'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** DOMPurify's hook `uponSanitizeAttribute`, for what its options cannot say. */
export function keepRichTextClasses(
  _node: unknown,
  attribute: { attrName: string; attrValue: string; keepAttr: boolean },
): void {
  if (attribute.attrName !== 'class') return;
  attribute.attrValue = attribute.attrValue.split(/\s+/).filter(isRichTextClass).join(' ');
  if (attribute.attrValue === '') attribute.keepAttr = false;
}
