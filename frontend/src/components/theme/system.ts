/**
 * Our own Chakra system: only the recipes that the screens use, and our palette (palette.ts) instead of the library's.
 * Here are those of the first page; the others come with the screens that use them (more-recipes.ts). A part whose
 * recipe is in neither list shows unstyled.
 */
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
import {
  animationStyles,
  breakpoints,
  buttonRecipe,
  inputRecipe,
  keyframes,
  skeletonRecipe,
  spinnerRecipe,
  textStyles,
  tokens,
} from '@chakra-ui/react/theme';
import { globalCss } from './global-css.ts';
import { colors, semanticColors, semanticShadows } from './palette.ts';

// By their own names: out of Chakra's `recipes` object all of them would come along (16 KB gzipped).
const recipes = { button: buttonRecipe, input: inputRecipe, skeleton: skeletonRecipe, spinner: spinnerRecipe };

/**
 * Of Chakra's, as they are there, those that our recipes name: what cannot be used, and the mark of the chosen one of
 * the tabs.
 */
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

/** System fonts that have Arabic glyphs of their own, so that mixed lines keep one height. */
const sans =
  '"Segoe UI", "SF Pro Text", -apple-system, BlinkMacSystemFont, Roboto, "Noto Sans", "Noto Sans Arabic", "Geeza Pro", Tahoma, "DejaVu Sans", sans-serif';

/** 44 px targets where a finger points, and on every phone. */
export const touch = '@media (pointer: coarse), (max-width: 767px)';

const chosen = defineConfig({
  theme: { breakpoints, keyframes, tokens, textStyles, layerStyles, animationStyles, recipes },
});

const ours = defineConfig({
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
      // Its words are hidden while it is busy, but not from those who hear them.
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
    },
  },
});

export const system = createSystem(defaultBaseConfig, chosen, ours);
