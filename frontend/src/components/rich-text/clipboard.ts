/**
 * Quill's clipboard, with DOMPurify as its parser: Quill itself gives pasted HTML to the browser's, which Trusted Types
 * refuse.
 */
import { richTextTags } from 'language/contract/rich-text';
import type Delta from 'quill-delta';
import QuillClipboard, { traverse } from 'quill/modules/clipboard.js';
import { convertedMarkup } from '../../platform/text/foreign-markup.ts';
import { sanitizedPage } from '../../platform/text/sanitize.ts';

export class Clipboard extends QuillClipboard {
  protected override convertHTML(html: string): Delta {
    let page = sanitizedPage(html);
    this.normalizeHTML(page);
    if (isForeign(page)) page = sanitizedPage(convertedMarkup(page));
    // The page's policy ignores `style` attributes, also in this document, and allows the same by script.
    for (const element of page.querySelectorAll<HTMLElement>('[style]'))
      element.style.cssText = element.getAttribute('style') ?? '';
    const nodeMatches = new WeakMap();
    const [elementMatchers = [], textMatchers = []] = this.prepareMatching(page.body, nodeMatches);
    return traverse(this.quill.scroll, page.body, elementMatchers, textMatchers, nodeMatches);
  }
}

/** A stored text is not. */
const isForeign = ({ body }: Document): boolean =>
  [...body.querySelectorAll('*')].some(
    (element) => !richTextTags.includes(element.localName) || element.hasAttribute('style'),
  );
