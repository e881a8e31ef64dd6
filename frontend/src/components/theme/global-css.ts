/** Styles of the page itself. Logical directions only. */
import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

/**
 * What a list, a menu or a hint is placed by, set on the element around it time and again while it opens. By itself a
 * custom property goes down to everything inside, and all of that is restyled with each: these go down to what is
 * placed, and no further. Registered with a part that comes later they would restyle the whole page.
 */
const placed = { syntax: '"*"', inherits: 'false' };

export const globalCss = defineGlobalStyles({
  '@property --x': placed,
  '@property --y': placed,
  '@property --z-index': placed,
  '@property --reference-width': placed,
  '@property --reference-height': placed,
  '@property --available-width': placed,
  '@property --available-height': placed,
  '@property --transform-origin': placed,
  '[data-part=positioner] > *': { '--available-height': 'inherit', '--transform-origin': 'inherit' },
  '*': { '--global-font-body': 'fonts.body', '--global-color-border': 'colors.border' },
  html: {
    color: { base: 'fg', _print: 'black' },
    bg: { base: 'bg', _print: 'white' },
    lineHeight: '1.6',
    colorPalette: 'brand',
    textSizeAdjust: '100%',
    /** What gets the focus is not hidden below the sticky patient banner. */
    scrollPaddingBlockStart: '7rem',
    scrollPaddingBlockEnd: '4rem',
  },
  body: { fontSize: 'sm', minHeight: '100dvh' },
  'h1, h2, h3': { textWrap: 'balance', lineHeight: '1.3' },
  '*::placeholder': { color: 'fg.subtle' },
  '*::selection': { bg: 'brand.emphasized' },
  'a:focus-visible, summary:focus-visible, [tabindex]:focus-visible': {
    outline: '2px solid {colors.brand.focusRing}',
    outlineOffset: '2px',
    borderRadius: 'l1',
  },
  'h1[tabindex]:focus-visible': { outline: 'none' },
  /** A date, a time, a number with its unit (`platform/text/text-spans.ts`). */
  '.unbroken': { whiteSpace: 'nowrap' },
  '.tabular': { fontVariantNumeric: 'tabular-nums' },
  '*, *::before, *::after': {
    '@media (prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
  '[data-print=hide]': { _print: { display: 'none !important' } },
  // What is pressed is not read on paper. Figures and headings that open something are plain buttons.
  '.chakra-button': { _print: { display: 'none !important' } },
});
