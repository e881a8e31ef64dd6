/**
 * The Chakra system of the product, with our palette (`palette.ts`). It has the recipes that the screens use: a Chakra
 * part whose recipe is not in the lists below shows unstyled.
 */
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
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
import { globalCss } from './global-css.ts';
import { colors, semanticColors, semanticShadows } from './palette.ts';

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

/** System fonts with Arabic glyphs: lines that mix Arabic and Latin keep one height. */
const sans =
  '"Segoe UI", "SF Pro Text", -apple-system, BlinkMacSystemFont, Roboto, "Noto Sans", "Noto Sans Arabic", "Geeza Pro", Tahoma, "DejaVu Sans", sans-serif';

/** Targets are 44 px high on touch screens and on phones. */
export const touch = '@media (pointer: coarse), (max-width: 767px)';

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
