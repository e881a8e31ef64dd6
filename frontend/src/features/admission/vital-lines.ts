/** The lines of a free text that speak of an allergy or of the weight: a chart shows them whatever else it hides. */
import { foldLetters } from 'language/domain/values/folding';

const vital =
  /allerg|anaphyla|hypersensitiv|intoleran|\bnkd?a\b|\bweight|\bwt\b|\bbmi\b|\d\s?kgs?\b|حساسي|تحسس|وزن|\d\s?كج|\d\s?كغ|كيلو/;

export const isVital = (line: string): boolean => vital.test(foldLetters(line));

/** The texts of an element's lines: a `br` begins a new one. */
function linesOf(block: Element): string[] {
  const lines = [''];
  const add = (node: Node): void => {
    if (node.nodeName === 'BR') lines.push('');
    else if (node.nodeType === Node.TEXT_NODE) lines.push((lines.pop() ?? '') + (node.textContent ?? ''));
    else node.childNodes.forEach(add);
  };
  add(block);
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim());
}

/** The vital lines of rendered text in blocks that end below a height, in CSS pixels from the top of `box`. */
export function vitalLines(box: HTMLElement, below: number): string[] {
  const top = box.getBoundingClientRect().top;
  const blocks = [...box.querySelectorAll('p, li, h2, h3, blockquote, .note')];
  return [
    ...new Set(
      blocks
        .filter((block) => block.getBoundingClientRect().bottom - top > below)
        .flatMap((block) => linesOf(block))
        .filter(isVital),
    ),
  ];
}
