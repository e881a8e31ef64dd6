/**
 * The allow-list of rich text (docs/product.md, "Rich text"): the output of Quill without images, video and formulas.
 * The server applies it before a text becomes an event, the browser before a text enters the DOM.
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
/** The names that the attribute `class` may have. */
export const isRichTextClass = (name: string): boolean =>
  /^ql-(align-(left|center|right|justify)|direction-rtl|indent-[1-8])$/.test(name);

/** The list as DOMPurify's options, for server and browser. */
export const richTextAllowList = {
  ALLOWED_TAGS: [...richTextTags],
  ALLOWED_ATTR: ['href', 'dir', 'data-list', 'class'],
  /** The targets of links. DOMPurify checks every attribute that is not known as harmless with this pattern. */
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  ADD_URI_SAFE_ATTR: ['data-list', 'dir'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** DOMPurify's hook `uponSanitizeAttribute`: its options have no list of class names. */
export function keepRichTextClasses(
  _node: unknown,
  attribute: { attrName: string; attrValue: string; keepAttr: boolean },
): void {
  if (attribute.attrName !== 'class') return;
  attribute.attrValue = attribute.attrValue.split(/\s+/).filter(isRichTextClass).join(' ');
  if (attribute.attrValue === '') attribute.keepAttr = false;
}
