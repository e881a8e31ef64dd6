/** The paper that screens are printed on: its size, its margins (docs/product.md, "Reports"), and the number of each page. */
import type { CSSObject } from '@emotion/react';
import type { Translate, Words } from '../platform/language/language.ts';
import { useLanguage, useTranslation } from '../platform/language/use-translation.ts';

/**
 * The descriptors of an `@page` rule. Pages are numbered where the browser draws margin boxes
 * (docs/decisions/browser/printing.md).
 * @param words those of the sheet, where it has another language than the page
 */
export function usePaper(words?: Words): CSSObject {
  const page = { ...useLanguage(), t: useTranslation() };
  const { t, language, digits } = { ...page, ...words, ...(words && { digits: 'latn' }) };
  return {
    size: 'A4',
    margin: '50px 30px',
    '@bottom-center': {
      content: pageNumber(t, digits === 'arab' ? 'arabic-indic' : 'decimal'),
      direction: language.direction,
      font: '9pt "Arabic Text", "Segoe UI", "Noto Sans", "Noto Sans Arabic", "DejaVu Sans", sans-serif',
      color: '#000',
    },
  };
}

const [PAGE, PAGES] = ['#page', '#pages'];
/** The words as a value of `content`, with the browser's counters in their places. */
export const pageNumber = (t: Translate, style: 'decimal' | 'arabic-indic'): string =>
  t('print.page', { page: PAGE, pages: PAGES })
    .split(/(#pages?)/)
    .filter((part) => part !== '')
    .map((part) => (part === PAGE || part === PAGES ? `counter(${part.slice(1)}, ${style})` : JSON.stringify(part)))
    .join(' ');
