/** Styles of the page itself. Logical directions only. */
import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

/**
 * The custom properties that position a list or menu. The library sets them again and again while it opens. A custom
 * property is inherited by default, and each change restyles all descendants: these are not inherited beyond the
 * positioned element. They are registered here, with the first styles: a later registration restyles the whole page.
 */
const notInherited = { syntax: '"*"', inherits: 'false' };

export const globalCss = defineGlobalStyles({
  '@property --x': notInherited,
  '@property --y': notInherited,
  '@property --z-index': notInherited,
  '@property --reference-width': notInherited,
  '@property --reference-height': notInherited,
  '@property --available-width': notInherited,
  '@property --available-height': notInherited,
  '@property --transform-origin': notInherited,
  '[data-part=positioner] > *': { '--available-height': 'inherit', '--transform-origin': 'inherit' },
  '*': { '--global-font-body': 'fonts.body', '--global-color-border': 'colors.border' },
  html: {
    color: { base: 'fg', _print: 'black' },
    bg: { base: 'bg', _print: 'white' },
    lineHeight: '1.6',
    colorPalette: 'brand',
    textSizeAdjust: '100%',
    /** A focused element is not hidden below the sticky patient banner. */
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
  // Buttons are not printed. Figures and headings that open something are plain buttons and are printed.
  '.chakra-button': { _print: { display: 'none !important' } },
});
