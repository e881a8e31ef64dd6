/** Pasted HTML with what it shows as text and allowed elements (`language/contract/foreign-markup`). */
import { convertForeignMarkup, type MarkupElement, type MarkupNode } from 'language/contract/foreign-markup';

/** The HTML within the page's body. */
export const convertedMarkup = (page: Document): string => convertForeignMarkup(treeOf(page.documentElement));

const treeOf = (element: Element): MarkupElement => ({
  tag: element.localName,
  attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  children: [...element.childNodes].flatMap((node): MarkupNode[] =>
    node instanceof Element ? [treeOf(node)] : node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ''] : [],
  ),
});
