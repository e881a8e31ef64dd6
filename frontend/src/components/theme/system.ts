/**
 * The Chakra system of the product, with our palette (`palette.ts`). It has the recipes that the screens use: a Chakra
 * part whose recipe is not in the lists below shows unstyled.
 */
import { createSystem, defineConfig, defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import {
  animationStyles,
  badgeRecipe,
  breakpoints,
  buttonRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  comboboxSlotRecipe,
  dialogSlotRecipe,
  fieldSlotRecipe,
  inputRecipe,
  keyframes,
  nativeSelectSlotRecipe,
  skeletonRecipe,
  spinnerRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  textStyles,
  toastSlotRecipe,
  tokens,
} from '@chakra-ui/react/theme';
import { colors, semanticColors, semanticShadows } from './palette.ts';

/**
 * The custom properties that position a list or menu. The library sets them again and again while it opens. A custom
 * property is inherited by default, and each change restyles all descendants: these are not inherited beyond the
 * positioned element. They are registered here, with the first styles: a later registration restyles the whole page.
 */
const notInherited = { syntax: '"*"', inherits: 'false' };
/** The height that an on-screen keyboard covers (`platform/keyboard/on-screen-keyboard.ts`). */
const notInheritedLength = { syntax: '"<length>"', inherits: 'false', initialValue: '0px' };

/** Targets are 44 px high on touch screens and on phones. */
export const touch = '@media (pointer: coarse), (max-width: 767px)';

/** Styles of the page itself. Logical directions only. */
const globalCss = defineGlobalStyles({
  '@property --x': notInherited,
  '@property --y': notInherited,
  '@property --z-index': notInherited,
  '@property --reference-width': notInherited,
  '@property --reference-height': notInherited,
  '@property --available-width': notInherited,
  '@property --available-height': notInherited,
  '@property --transform-origin': notInherited,
  '@property --keyboard-inset': notInheritedLength,
  '[data-part=positioner] > *': { '--available-height': 'inherit', '--transform-origin': 'inherit' },
  '*': { '--global-font-body': 'fonts.body', '--global-color-border': 'colors.border' },
  html: {
    color: { base: 'fg', _print: 'black' },
    bg: { base: 'bg', _print: 'white' },
    lineHeight: '1.6',
    colorPalette: 'brand',
    textSizeAdjust: '100%',
    /** A focused element is not hidden below the sticky patient banner, nor below the foot of a form. */
    scrollPaddingBlockStart: '8.5rem',
    scrollPaddingBlockEnd: 'calc(4rem + env(safe-area-inset-bottom, 0px) + var(--keyboard-inset))',
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
      // Not a short time: each change of a style would begin a transition of each property on each element.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
  /** A key, such as ⌥N: left to right in each language. Hints of keys are hidden where there is no keyboard. */
  kbd: { direction: 'ltr', unicodeBidi: 'isolate', fontFamily: 'inherit' },
  '.key-hint': { [touch]: { display: 'none' } },
  '[data-print=hide]': { _print: { display: 'none !important' } },
  // Buttons are not printed. Figures and headings that open something are plain buttons and are printed.
  '.chakra-button': { _print: { display: 'none !important' } },
});

// Imported one by one: Chakra's `recipes` object brings all of them (16 KB gzipped in the first load).
const recipes = {
  badge: badgeRecipe,
  button: buttonRecipe,
  checkmark: checkmarkRecipe,
  input: inputRecipe,
  skeleton: skeletonRecipe,
  spinner: spinnerRecipe,
  textarea: textareaRecipe,
};
const slotRecipes = {
  checkbox: checkboxSlotRecipe,
  combobox: comboboxSlotRecipe,
  dialog: dialogSlotRecipe,
  field: fieldSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
  tabs: tabsSlotRecipe,
  toast: toastSlotRecipe,
};

/** The two of Chakra's layer styles that the recipes name: a disabled control, and the mark of the selected tab. */
const layerStyles = {
  disabled: { value: { opacity: '0.5', cursor: 'not-allowed' } },
  'indicator.bottom': {
    value: {
      position: 'relative',
      _before: {
        content: '""',
        position: 'absolute',
        bottom: 'var(--indicator-offset-y)',
        insetInline: '0',
        height: '2px',
        background: 'var(--indicator-color)',
      },
    },
  },
};

/** Arabic letters have a face of their own (`fonts.css`). */
const sans =
  '"Arabic Text", "Segoe UI", "SF Pro Text", -apple-system, BlinkMacSystemFont, Roboto, "Noto Sans", "Noto Sans Arabic", ' +
  '"Geeza Pro", Tahoma, "DejaVu Sans", sans-serif';

const chakraTheme = defineConfig({
  theme: { breakpoints, keyframes, tokens, textStyles, layerStyles, animationStyles, recipes, slotRecipes },
});

const ourTheme = defineConfig({
  preflight: true,
  cssVarsRoot: ':where(html)',
  globalCss,
  theme: {
    tokens: { colors, fonts: { body: { value: sans }, heading: { value: sans } } },
    semanticTokens: {
      colors: semanticColors,
      shadows: semanticShadows,
      radii: { l1: { value: '4px' }, l2: { value: '6px' }, l3: { value: '10px' } },
    },
    recipes: {
      // A busy button hides its words from the eye and not from screen readers.
      button: {
        base: {
          fontWeight: 'semibold',
          [touch]: { minH: '11', minW: '11' },
          '&[data-loading] > span > span': { visibility: 'visible!', color: 'transparent' },
        },
        variants: { variant: { outline: { bg: 'bg.panel', '--outline-color': 'colors.border.emphasized' } } },
      },
      input: {
        base: { bg: 'bg.panel', [touch]: { minH: '11', fontSize: '16px' } },
        variants: { variant: { outline: { bg: 'bg.panel', borderColor: 'border.emphasized' } } },
      },
      textarea: {
        base: { [touch]: { fontSize: '16px' } },
        variants: { variant: { outline: { bg: 'bg.panel', borderColor: 'border.emphasized' } } },
      },
    },
    slotRecipes: {
      nativeSelect: {
        slots: [],
        base: { field: { [touch]: { minH: '11', fontSize: '16px' } } },
        variants: { variant: { outline: { field: { bg: 'bg.panel', borderColor: 'border.emphasized' } } } },
      },
      field: {
        slots: [],
        base: { root: { gap: '1' }, label: { color: 'fg.muted', fontWeight: 'semibold', textStyle: 'xs' } },
      },
      combobox: { slots: [], base: { input: { [touch]: { minH: '11', fontSize: '16px' } } } },
      checkbox: { slots: [], base: { root: { [touch]: { minH: '11' } } } },
      tabs: {
        slots: [],
        base: { list: { flexWrap: 'wrap' }, trigger: { gap: '1.5', [touch]: { minH: '11', paddingInline: '2' } } },
      },
      toast: {
        slots: [],
        base: {
          root: {
            '&[data-type=success]': { bg: 'brand.solid', color: 'brand.contrast' },
            '&[data-type=error]': { bg: '#a3221b', color: 'white' },
          },
        },
      },
    },
  },
});

export const system = createSystem(defaultBaseConfig, chakraTheme, ourTheme);

/** A link among the words of a row, as high as a finger on touch screens. */
export const linkStyle = {
  color: 'brand.fg',
  fontWeight: 'semibold',
  fontSize: 'xs',
  _hover: { textDecoration: 'underline' },
  [touch]: { paddingBlock: '2.5' },
};

/** For content that stays on the screen while newer content loads: a line above it; the words stay legible. */
export const busyProps = (isBusy: boolean) => ({
  'aria-busy': isBusy,
  borderTopWidth: '2px',
  borderColor: isBusy ? 'brand.solid' : 'transparent',
  transition: 'border-color 0.15s 0.15s',
});
