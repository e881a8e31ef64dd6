/**
 * Our own Chakra system: only the recipes that the screens use, our palette and type over them.
 * A part whose recipe is missing here shows unstyled; add it below.
 */
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import {
  accordionSlotRecipe, animationStyles, badgeRecipe, breakpoints, buttonRecipe, checkboxSlotRecipe, checkmarkRecipe, comboboxSlotRecipe, dialogSlotRecipe, fieldSlotRecipe,
  inputRecipe, keyframes, layerStyles, nativeSelectSlotRecipe, semanticTokens, skeletonRecipe, spinnerRecipe, switchSlotRecipe, tabsSlotRecipe, textareaRecipe, textStyles,
  toastSlotRecipe, tokens,
} from '@chakra-ui/react/theme';
import { globalCss } from './global-css.ts';
import { colors, semanticColors } from './palette.ts';

// By their own names: out of Chakra's `recipes` object all of them would come along (16 KB gzipped).
const recipes = { badge: badgeRecipe, button: buttonRecipe, checkmark: checkmarkRecipe, input: inputRecipe, skeleton: skeletonRecipe, spinner: spinnerRecipe, textarea: textareaRecipe };
const slotRecipes = {
  accordion: accordionSlotRecipe, checkbox: checkboxSlotRecipe, combobox: comboboxSlotRecipe, dialog: dialogSlotRecipe, field: fieldSlotRecipe, nativeSelect: nativeSelectSlotRecipe,
  switch: switchSlotRecipe, tabs: tabsSlotRecipe, toast: toastSlotRecipe,
};

/** System fonts that have Arabic glyphs of their own, so that mixed lines keep one height. */
const sans = '"Segoe UI", "SF Pro Text", -apple-system, BlinkMacSystemFont, Roboto, "Noto Sans", "Noto Sans Arabic", "Geeza Pro", Tahoma, "DejaVu Sans", sans-serif';

/** 44 px targets where a finger points, and on every phone. */
const touch = '@media (pointer: coarse), (max-width: 767px)';

const chosen = defineConfig({ theme: { breakpoints, keyframes, tokens, semanticTokens, textStyles, layerStyles, animationStyles, recipes, slotRecipes } });

const ours = defineConfig({
  preflight: true,
  cssVarsRoot: ':where(html)',
  globalCss,
  theme: {
    tokens: { colors, fonts: { body: { value: sans }, heading: { value: sans } } },
    semanticTokens: { colors: semanticColors, radii: { l1: { value: '4px' }, l2: { value: '6px' }, l3: { value: '10px' } } },
    recipes: {
      button: { base: { fontWeight: 'semibold', [touch]: { minH: '11', minW: '11' } }, variants: { variant: { outline: { bg: 'bg.panel', '--outline-color': 'colors.border.emphasized' } } } },
      input: { base: { bg: 'bg.panel', [touch]: { minH: '11', fontSize: '16px' } }, variants: { variant: { outline: { bg: 'bg.panel', borderColor: 'border.emphasized' } } } },
      textarea: { base: { [touch]: { fontSize: '16px' } }, variants: { variant: { outline: { bg: 'bg.panel', borderColor: 'border.emphasized' } } } },
    },
    slotRecipes: {
      nativeSelect: { slots: [], base: { field: { [touch]: { minH: '11', fontSize: '16px' } } }, variants: { variant: { outline: { field: { bg: 'bg.panel', borderColor: 'border.emphasized' } } } } },
      field: { slots: [], base: { root: { gap: '1' }, label: { color: 'fg.muted', fontWeight: 'semibold', textStyle: 'xs' } } },
      accordion: { slots: [], base: { itemTrigger: { cursor: 'pointer', [touch]: { minH: '11' } } } },
      combobox: { slots: [], base: { input: { [touch]: { minH: '11', fontSize: '16px' } } } },
      checkbox: { slots: [], base: { root: { [touch]: { minH: '11' } } } },
      toast: { slots: [], base: { root: { '&[data-type=success]': { bg: 'brand.solid', color: 'brand.contrast' }, '&[data-type=error]': { bg: '#a3221b', color: 'white' } } } },
    },
  },
});

export const system = createSystem(defaultBaseConfig, chosen, ours);
