/**
 * The colours: deep teal for controls, warm sand neutrals for text and panels, amber as the one accent. Pairs of text
 * and background have the contrast of WCAG AA (4.5 : 1) in both modes.
 */
import { defineSemanticTokens, defineTokens } from '@chakra-ui/react/styled-system';

const scale = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([step, value]) => [step, { value }]));

export const colors = defineTokens.colors({
  transparent: { value: 'transparent' },
  current: { value: 'currentColor' },
  black: { value: '#09090b' },
  white: { value: '#ffffff' },
  /** Behind a dialog. */
  blackAlpha: { 500: { value: 'rgba(0, 0, 0, 0.36)' } },
  gray: scale({
    50: '#f8f6f2',
    100: '#f1ede6',
    200: '#e4ded3',
    300: '#d0c8ba',
    400: '#a89f90',
    500: '#837a6c',
    600: '#625a4e',
    700: '#4a443b',
    800: '#322e28',
    900: '#221f1b',
    950: '#181613',
  }),
  teal: scale({
    50: '#edf6f5',
    100: '#d5eae8',
    200: '#a9d5d2',
    300: '#75bab8',
    500: '#257e80',
    600: '#15686b',
    700: '#0d5357',
    800: '#0b4347',
    900: '#0a363a',
    950: '#062529',
  }),
  red: scale({
    50: '#fef2f2',
    100: '#fee2e2',
    200: '#fecaca',
    300: '#fca5a5',
    500: '#ef4444',
    600: '#dc2626',
    700: '#991919',
    800: '#511111',
    900: '#300c0c',
    950: '#1f0808',
  }),
  amber: scale({
    50: '#fdf6e7',
    100: '#faeac6',
    200: '#f3d590',
    300: '#eabb58',
    400: '#dd9f31',
    500: '#bd7f1d',
    600: '#935f14',
    700: '#714912',
    800: '#543611',
    900: '#3b270e',
    950: '#261806',
  }),
});

const both = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });
const palette = (
  name: string,
  light: { solid: string; fg: string },
  dark: { solid: string; fg: string; contrast: string },
) => ({
  solid: both(`{colors.${name}.${light.solid}}`, `{colors.${name}.${dark.solid}}`),
  contrast: both('#ffffff', dark.contrast),
  fg: both(`{colors.${name}.${light.fg}}`, `{colors.${name}.${dark.fg}}`),
  subtle: both(`{colors.${name}.50}`, `{colors.${name}.950}`),
  muted: both(`{colors.${name}.100}`, `{colors.${name}.900}`),
  emphasized: both(`{colors.${name}.200}`, `{colors.${name}.800}`),
  focusRing: both(`{colors.${name}.500}`, `{colors.${name}.300}`),
  border: both(`{colors.${name}.200}`, `{colors.${name}.800}`),
});

/** Five steps of harm for the nine letters of severity. */
const severity = (light: [string, string], dark: [string, string]) => ({
  bg: both(light[0], dark[0]),
  fg: both(light[1], dark[1]),
});

export const semanticColors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: both('{colors.gray.50}', '{colors.gray.950}'),
    subtle: both('{colors.gray.100}', '{colors.gray.900}'),
    muted: both('{colors.gray.100}', '#2a2621'),
    emphasized: both('{colors.gray.200}', '{colors.gray.800}'),
    panel: both('#ffffff', '#1f1c19'),
    error: both('#fdf1ef', '#35140f'),
  },
  fg: {
    DEFAULT: both('#1f1b16', '#f1ede6'),
    muted: both('{colors.gray.600}', '#b8afa1'),
    subtle: both('{colors.gray.500}', '{colors.gray.400}'),
    error: both('#b3261e', '#f4a9a0'),
  },
  border: {
    DEFAULT: both('{colors.gray.200}', '#38332c'),
    muted: both('{colors.gray.100}', '#2a2621'),
    /** Edges of controls: contrast 3 : 1 to the surroundings. */
    emphasized: both('#918879', '#7d7567'),
    error: both('#b3261e', '#f4a9a0'),
  },
  brand: palette('teal', { solid: '700', fg: '700' }, { solid: '300', fg: '200', contrast: '{colors.teal.950}' }),
  gray: palette('gray', { solid: '800', fg: '800' }, { solid: '200', fg: '200', contrast: '{colors.gray.950}' }),
  /** Actions that cannot be undone. */
  red: palette('red', { solid: '600', fg: '700' }, { solid: '600', fg: '300', contrast: 'white' }),
  amber: palette('amber', { solid: '600', fg: '700' }, { solid: '300', fg: '200', contrast: '{colors.amber.950}' }),
  /** The series of a chart, in order. Text on them has the colour of the panel. */
  chart: {
    a: both('{colors.teal.600}', '{colors.teal.300}'),
    b: both('{colors.amber.600}', '{colors.amber.300}'),
    c: both('#2f628f', '#8fb8e0'),
    d: both('#a8442a', '#f09a80'),
    e: both('{colors.gray.600}', '{colors.gray.400}'),
    f: both('#66538f', '#b9a7e0'),
  },
  severity: {
    none: severity(['{colors.gray.100}', '{colors.gray.700}'], ['{colors.gray.800}', '{colors.gray.200}']),
    /** A, B: did not reach the patient. */
    potential: severity(['#e3eef8', '#1f4b73'], ['#12293d', '#a9cdec']),
    /** C, D: reached the patient, no harm. */
    reached: severity(['{colors.amber.100}', '{colors.amber.700}'], ['{colors.amber.900}', '{colors.amber.200}']),
    /** E, F: temporary harm. */
    harm: severity(['#fbe0d0', '#8a3508'], ['#43200c', '#f6b48d']),
    /** G, H, I: permanent harm, near-death, death. */
    grave: severity(['#a3221b', '#ffffff'], ['#f09a90', '#360c08']),
  },
});

/** Three heights above the page. */
const shadow = (light: string, dark: string) =>
  both(`${light}, 0px 0px 1px {colors.gray.900/25}`, `${dark}, 0px 0px 1px inset {colors.gray.300/25}`);
export const semanticShadows = defineSemanticTokens.shadows({
  xs: shadow('0px 1px 2px {colors.gray.900/10}', '0px 1px 1px {black/64}'),
  sm: shadow('0px 2px 4px {colors.gray.900/10}', '0px 2px 4px {black/64}'),
  md: shadow('0px 4px 8px {colors.gray.900/10}', '0px 4px 8px {black/64}'),
  lg: shadow('0px 8px 16px {colors.gray.900/10}', '0px 8px 16px {black/64}'),
});
