/**
 * The recipes of what the first page does not show, put into the one system before anything is drawn with them:
 * whatever uses them imports this file. A second system for them would write every token and the page's own styles
 * twice.
 */
import { defineConfig, mergeConfigs } from '@chakra-ui/react/styled-system';
import {
  badgeRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  comboboxSlotRecipe,
  dialogSlotRecipe,
  fieldSlotRecipe,
  nativeSelectSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  toastSlotRecipe,
} from '@chakra-ui/react/theme';
import { system, touch } from './system.ts';

const recipes = { badge: badgeRecipe, checkmark: checkmarkRecipe, textarea: textareaRecipe };
const slotRecipes = {
  checkbox: checkboxSlotRecipe,
  combobox: comboboxSlotRecipe,
  dialog: dialogSlotRecipe,
  field: fieldSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
  tabs: tabsSlotRecipe,
  toast: toastSlotRecipe,
};
const ours = defineConfig({
  theme: {
    recipes: {
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

const more = mergeConfigs(defineConfig({ theme: { recipes, slotRecipes } }), ours).theme;
// The system looks a recipe up when a part is drawn with it for the first time.
const { theme } = system._config;
if (!theme) throw new Error('The system has no theme');
Object.assign(theme, {
  recipes: { ...theme.recipes, ...more?.recipes },
  slotRecipes: { ...theme.slotRecipes, ...more?.slotRecipes },
});
