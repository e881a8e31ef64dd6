/** The blanks of an editable text (docs/product.md, "Error templates"). Plain DOM: the editor follows the selection. */

/**
 * Selects the first blank, or the next one after the caret, so that typing replaces it.
 * @returns false where there is none
 */
export function selectBlank(field: HTMLElement, isAfterCaret: boolean): boolean {
  const selection = getSelection();
  const caret = isAfterCaret && selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  const isPassed = (node: Node, at: number): boolean =>
    caret !== undefined && caret.comparePoint(node, at) < (caret.collapsed ? 0 : 1);
  const texts = document.createTreeWalker(field, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { index, 0: blank } of (node.textContent ?? '').matchAll(/_{3,}/g)) {
      if (isPassed(node, index)) continue;
      field.focus({ preventScroll: true });
      // Out from below the foot of a form.
      node.parentElement?.scrollIntoView({ block: 'center' });
      selection?.setBaseAndExtent(node, index, node, index + blank.length);
      return true;
    }
  return false;
}
