/** Printed pages: the print dialog is caught, and the PDF is read instead. */
import type { Page } from 'playwright-core';
import { getDocumentProxy } from 'unpdf';

export interface PrintedPage {
  /** The text without line breaks, which depend on fonts. */
  readonly text: string;
  /** The distances of the text from the edges of the paper, in whole CSS pixels. */
  readonly left: number;
  readonly right: number;
}

const PX_PER_POINT = 96 / 72;
/** The margin at the sides of the paper in CSS pixels, less what a letter may reach over it. */
export const MARGIN_PX = 30 - 1;

/** The pages that the browser prints now. */
export async function printedPages(page: Page): Promise<PrintedPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const paper = await pdf.getPage(number);
    const { items } = await paper.getTextContent();
    const texts = items.flatMap((item) => ('str' in item ? [item] : []));
    const edges = texts
      .filter(({ str }) => str.trim() !== '')
      .map(({ transform, width }) => ({ start: Number(transform[4]), end: Number(transform[4]) + width }));
    pages.push({
      text: texts
        .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
        .join('')
        .replaceAll(/\s+/g, ' '),
      left: Math.round(Math.min(...edges.map(({ start }) => start)) * PX_PER_POINT),
      right: Math.round((Number(paper.view[2]) - Math.max(...edges.map(({ end }) => end))) * PX_PER_POINT),
    });
  }
  return pages;
}

/** Presses the button that prints. Until `endPrinting` the page is as while the print dialog is open. */
export async function beginPrinting(page: Page, press: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, {
      asked: 0,
      print: () => {
        Object.assign(window, { asked: 1 });
      },
    });
  });
  await press();
  await page.waitForFunction(() => 'asked' in window && window.asked === 1);
}
export async function endPrinting(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator('.print-sheet').waitFor({ state: 'detached' });
}

/** The sorted Arabic letters of a text: a PDF has them in visual order, and ligatures in either order. */
export const arabicLetters = (text: string): string =>
  [...text.normalize('NFKC')]
    .filter((letter) => /\p{Script=Arabic}/u.test(letter))
    .sort()
    .join('');

/** True if a printed text has all Arabic letters of the words. */
export function hasArabicLetters(text: string, words: string): boolean {
  const left = [...arabicLetters(text)];
  return [...arabicLetters(words)].every((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
