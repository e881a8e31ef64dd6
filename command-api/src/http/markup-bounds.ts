/**
 * Bounds the work that the markup of a text can cause. A browser's rules for unclosed tags make millions of elements
 * out of some kilobytes (each `<p>` reopens all formatting that the one before left open), and a document becomes slow
 * with its depth: one text could block the server. So jsdom's own parser first reads the text into a cheap tree, which
 * counts elements and stops at the bounds. A simpler reader would not do: only the parser's rules tell what is a
 * comment, a quote or a tag.
 */
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  type TreeAdapter,
} from 'parse5';
import type { MarkupElement, MarkupNode } from 'language/contract/foreign-markup';
import { richTextTags } from 'language/contract/rich-text';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';

/** The depth of open elements. Quill's own texts have eight at most, without page and body. */
const DEPTH_MAX = 32;
/** Elements and comments. A text of 100 KB that people write has some hundreds. */
const ELEMENTS_MAX = 5_000;
/** Attributes of one element. */
const ATTRIBUTES_MAX = 50;
/**
 * The content of a removed element moves to its parent, node by node, and jsdom counts the parent's children each time:
 * measured, 50 to 100 ns for each pair of a moved node and a node of the text. The editor's own texts have nothing to
 * remove.
 */
const MOVES_MAX = 5_000_000;

/** The page of a text. Linear in the text's length. @throws HttpProblem 400 */
export function boundedMarkup(html: string): MarkupElement {
  const page = parse(html, { treeAdapter: countingTree(), scriptingEnabled: false });
  const { nodes, moving } = sizeOf(page);
  if (nodes * moving > MOVES_MAX) throw new HttpProblem(refusal('too-much-formatting-to-remove'));
  const [root] = page.childNodes.flatMap(treeOf).filter((node) => typeof node === 'object');
  return root ?? { tag: 'html', attributes: {}, children: [] };
}

function treeOf(node: DefaultTreeAdapterTypes.ChildNode): MarkupNode[] {
  if (node.nodeName === '#text' && 'value' in node) return [node.value];
  if (!('tagName' in node)) return [];
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [{ tag: node.tagName, attributes, children: node.childNodes.flatMap(treeOf) }];
}

/** @returns the number of nodes, and how many of them are removed or move up in place of a removed one */
function sizeOf(root: DefaultTreeAdapterTypes.Node): { nodes: number; moving: number } {
  const size = { nodes: 0, moving: 0 };
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    const children = 'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [];
    size.nodes += 1;
    if (node.nodeName !== '#text' && !kept.has(node.nodeName)) size.moving += 1 + children.length;
    for (const child of children) walk(child);
  };
  walk(root);
  return size;
}
/** Each text has page and body. */
const kept = new Set([...richTextTags, '#document', 'html', 'head', 'body']);

function countingTree(): TreeAdapter<DefaultTreeAdapterMap> {
  let open = 0;
  let made = 0;
  const count = (attributes: number): void => {
    made += 1;
    if (made > ELEMENTS_MAX) throw new HttpProblem(refusal('too-much-formatting', { limit: ELEMENTS_MAX }));
    if (attributes > ATTRIBUTES_MAX) throw new HttpProblem(refusal('too-many-attributes'));
  };
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      count(attributes.length);
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    createCommentNode(text) {
      count(0);
      return defaultTreeAdapter.createCommentNode(text);
    },
    adoptAttributes(recipient, attributes) {
      count(recipient.attrs.length + attributes.length);
      defaultTreeAdapter.adoptAttributes(recipient, attributes);
    },
    onItemPush() {
      open += 1;
      if (open > DEPTH_MAX) throw new HttpProblem(refusal('formatting-nested-too-deeply'));
    },
    onItemPop() {
      open -= 1;
    },
  };
}
