/**
 * How much the markup of a text may ask of a parser. A browser's rules for tags that are not closed make millions of
 * elements out of some kilobytes (each `<p>` opens anew all the formatting that the one before left open), and a
 * document becomes slow with its depth: one text would hold the server up for everybody. So a text is first read by
 * jsdom's own parser into a tree that costs little, which counts what it makes and stops where it is too much. Reading
 * tags in a simpler way than that parser is no measure: what is a comment, a quote or a tag can be told only by its
 * rules.
 */
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  type TreeAdapter,
} from 'parse5';
import { richTextTags } from '../contract/rich-text.ts';
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

/** Quill's own texts have eight at most, page and body not counted. */
const MOST_OPEN = 32;
/** Comments counted in. A text of 100 KB that people write has some hundreds. */
const MOST_ELEMENTS = 5_000;
/** Of one element. */
const MOST_ATTRIBUTES = 50;
/**
 * What is taken out gives its content to its parent, node by node, and jsdom counts the parent's children each time: 50
 * to 100 ns for each node that moves and each node there is (measured). The editor's own texts have nothing to take
 * out.
 */
const MOST_MOVING = 5_000_000;

/** Linear in the text's length. @throws HttpProblem 400 */
export function refuseExcessiveMarkup(html: string): void {
  const { nodes, moving } = sizeOf(parse(html, { treeAdapter: countingTree(), scriptingEnabled: false }));
  if (nodes * moving > MOST_MOVING) throw new HttpProblem(refusal('too-much-formatting-to-remove'));
}

/** @returns how many nodes there are, and how many of them are taken out or move up in the place of one that is */
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
/** Page and body are every text's. */
const kept = new Set([...richTextTags, '#document', 'html', 'head', 'body']);

function countingTree(): TreeAdapter<DefaultTreeAdapterMap> {
  let open = 0;
  let made = 0;
  const count = (attributes: number): void => {
    made += 1;
    if (made > MOST_ELEMENTS) throw new HttpProblem(refusal('too-much-formatting', { limit: MOST_ELEMENTS }));
    if (attributes > MOST_ATTRIBUTES) throw new HttpProblem(refusal('too-many-attributes'));
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
      if (open > MOST_OPEN) throw new HttpProblem(refusal('formatting-nested-too-deeply'));
    },
    onItemPop() {
      open -= 1;
    },
  };
}
