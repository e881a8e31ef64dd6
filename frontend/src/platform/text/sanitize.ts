/**
 * Sanitizes HTML before it enters the DOM. The product writes no HTML from a text: a text becomes nodes here, in a
 * document without scripts, and the nodes are moved (docs/decisions/browser/page-policy.md).
 */
import createDOMPurify, { type DOMPurify } from 'dompurify';
import { keepRichTextClasses, richTextAllowList } from 'language/contract/rich-text';

let created: DOMPurify | undefined;
/** One instance, because it creates the Trusted Types policy `dompurify`, with which it parses. */
function purifier(): DOMPurify {
  if (!created) {
    created = createDOMPurify(window);
    created.addHook('uponSanitizeAttribute', keepRichTextClasses);
  }
  return created;
}

/** Keeps only elements and attributes of the allow-list (docs/product.md, "Rich text"). */
export const sanitize = (html: string): string => purifier().sanitize(html, richTextAllowList);

/** For `library-html.ts`: as `sanitize`, with what the editor reads as bold and italic. */
export const sanitizeForLibrary = (html: string): string =>
  purifier().sanitize(html, { ...richTextAllowList, ADD_TAGS: ['b', 'i'] });

/** As `sanitize`, as nodes. */
export const sanitizedNodes = (html: string): DocumentFragment =>
  purifier().sanitize(html, { ...richTextAllowList, RETURN_DOM_FRAGMENT: true });

/** As `sanitizedNodes`; links open in a new tab without a referrer. */
export function nodesForReading(html: string): DocumentFragment {
  const nodes = sanitizedNodes(html);
  for (const link of nodes.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer';
    link.target = '_blank';
  }
  return nodes;
}

/**
 * The content that a person pastes, as a page without scripts. The editor reads its own formats out
 * of it, so it may be more than rich text: headings of all levels, styles, formulas, the
 * alternatives of images, and what marks the lists of Word (`xmlns:w`, a style sheet in a comment).
 */
export function sanitizedPage(html: string): Document {
  const { ownerDocument } = purifier().sanitize(html, {
    USE_PROFILES: { html: true, mathMl: true },
    FORBID_ATTR: ['src', 'srcset'],
    FORBID_TAGS: ['picture', 'audio', 'video', 'source', 'track'],
    ADD_ATTR: ['xmlns:w'],
    ADD_URI_SAFE_ATTR: ['xmlns:w'],
    SAFE_FOR_XML: false,
    WHOLE_DOCUMENT: true,
    RETURN_DOM: true,
  });
  if (!ownerDocument) throw new Error('DOMPurify returned a node without a document');
  return ownerDocument;
}

/** Rich text without visible content: an empty Quill editor contains `<p><br></p>`. */
export const isBlank = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';
