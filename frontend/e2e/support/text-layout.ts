/** Checks the layout of text by its boxes, independent of fonts. */
import type { Locator, Page } from 'playwright-core';

/**
 * The words of a text that are not laid out from left to right on one line in the given order. Each word is searched
 * after the previous one, across elements.
 */
export const wordsOutOfOrder = (element: Locator, words: readonly string[]): Promise<string[]> =>
  element.evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes: { node: Node; start: number }[] = [];
    let text = '';
    while (walker.nextNode()) {
      nodes.push({ node: walker.currentNode, start: text.length });
      text += walker.currentNode.nodeValue ?? '';
    }
    const placeOf = (at: number): [Node, number] => {
      const found = nodes.findLast(({ start }) => start <= at) ?? { node: root, start: 0 };
      return [found.node, at - found.start];
    };
    let from = 0;
    let last: DOMRect | undefined;
    return wanted.filter((word) => {
      const at = text.indexOf(word, from);
      if (at < 0) return true;
      from = at + word.length;
      const range = document.createRange();
      range.setStart(...placeOf(at));
      const [end, offset] = placeOf(from - 1);
      range.setEnd(end, offset + 1);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const [box] = boxes;
      const before = last;
      last = range.getBoundingClientRect();
      if (!box) return true;
      // Boxes are rounded, so a difference below 1 px is accepted.
      return (
        boxes.some(({ top, bottom }) => bottom <= box.top || top >= box.bottom) ||
        (before !== undefined &&
          (last.left < before.right - 1 || last.top >= before.bottom || last.bottom <= before.top))
      );
    });
  }, words);

/** Dates, times and numbers with a unit that a line may break, by their styles and not by the current layout. */
export const breakableParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dates = /\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|\d\d-\d\d \d\d:\d\d|\d{1,2}:\d\d\b/;
    const numbers = /\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)?/;
    const units = /(?:mg|mcg|g|mL|IU|mmol|mEq|h|min|days?|y|m|d|%)(?:\/(?:kg|h|min|day|L|dL))*/;
    const pattern = new RegExp(`${dates.source}|${numbers.source} ?${units.source}(?![\\w/])`, 'g');
    const isIgnored = (element: Element): boolean =>
      element.closest('script, style, svg, textarea, select, datalist, title, kbd') !== null;
    const isUnbreakable = (element: Element): boolean => /nowrap|pre$/.test(getComputedStyle(element).whiteSpace);
    const blocks = new Map<Element, { node: Node; start: number }[]>();
    const texts = new Map<Element, string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      let block = node.parentElement;
      if (!block || isIgnored(block)) continue;
      while (
        block.parentElement &&
        getComputedStyle(block).display.startsWith('inline') &&
        getComputedStyle(block).display !== 'inline-block' &&
        getComputedStyle(block).display !== 'inline-flex'
      )
        block = block.parentElement;
      const text = texts.get(block) ?? '';
      blocks.set(block, [...(blocks.get(block) ?? []), { node, start: text.length }]);
      texts.set(block, text + (node.nodeValue ?? ''));
    }
    const found: string[] = [];
    for (const [block, nodes] of blocks) {
      const text = texts.get(block) ?? '';
      for (const match of text.matchAll(pattern)) {
        // Part of a word, such as of an address.
        if (/[\w/.-]/.test(text[match.index - 1] ?? '')) continue;
        const range = document.createRange();
        const first = nodes.findLast(({ start }) => start <= match.index);
        const last = nodes.findLast(({ start }) => start < match.index + match[0].length);
        if (!first || !last) continue;
        range.setStart(first.node, match.index - first.start);
        range.setEnd(last.node, match.index + match[0].length - last.start);
        const around = range.commonAncestorContainer;
        const element = around instanceof Element ? around : around.parentElement;
        if (element && !isUnbreakable(element))
          found.push(`${match[0]} in "${text.slice(Math.max(0, match.index - 30), match.index + 40)}"`);
      }
    }
    return found;
  });
