/** One styled root for all rows of the list. */
import { followUpColours } from '../../ui/follow-up-mark.tsx';
import { responseColours } from '../../ui/response-mark.tsx';
import { harmColours } from '../../ui/severity.ts';

export const listStyle = {
  listStyle: 'none', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l3', overflow: 'hidden',
  '& [data-row]': { display: 'grid', gridTemplateColumns: { base: 'auto minmax(0, 1fr)', lg: 'auto minmax(0, 1fr) 21rem' }, columnGap: '3', rowGap: '2', paddingInline: { base: '3', md: '4' }, paddingBlock: '2.5', borderBlockEndWidth: '1px', borderColor: 'border.muted' },
  '& [data-row]:last-child': { borderBlockEndWidth: 0 },
  '& [data-row]:focus-within': { bg: 'brand.subtle' },
  '& [data-row][data-over]': { bg: 'bg.subtle' },
  '& .what': { minWidth: 0 },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '3', rowGap: '0.5', overflowWrap: 'anywhere' },
  '& .type, & .facts': { color: 'fg.muted' },
  '& .facts': { fontSize: 'xs', fontVariantNumeric: 'tabular-nums' },
  '& .line a': { fontWeight: 'semibold', color: 'brand.fg', minWidth: 0, _hover: { textDecoration: 'underline' }, '@media (pointer: coarse)': { paddingBlock: '2' } },
  '& .line a.life': { fontSize: 'xs' },
  '& .note': { maxHeight: '4.9em', overflow: 'hidden', color: 'fg' },
  '& .answer': { gridColumn: { base: '1 / -1', lg: 'auto' }, display: 'flex', flexDirection: 'column', gap: '1.5', alignItems: { base: 'stretch', lg: 'flex-end' }, minWidth: 0 },
  '& .keys': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(4.75rem, 1fr))', gap: '1', width: { base: '100%', lg: '21rem' } },
  '& .keys button': {
    display: 'inline-flex', alignItems: 'center', justifyContent: 'center', gap: '1', minHeight: '34px', paddingInline: '1', borderRadius: 'l2', borderWidth: '1px', borderColor: 'border.emphasized', bg: 'bg.panel', fontSize: 'sm', fontWeight: 'semibold', cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '44px' }, _hover: { bg: 'brand.muted' }, _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
  },
  '& .keys button[aria-pressed=true]': { bg: 'brand.solid', color: 'brand.contrast', borderColor: 'fg' },
  '& .keys button:disabled': { cursor: 'progress', opacity: 0.6 },
  '& .keys kbd': { fontFamily: 'inherit', fontWeight: 'normal', fontSize: 'xs', opacity: 0.8 },
  '& .aside': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: { base: 'flex-start', lg: 'flex-end' }, columnGap: '2', rowGap: '1', fontSize: 'xs', color: 'fg.muted' },
  '& .aside [role=status]:empty': { display: 'none' },
  '& .aside[data-told]': { color: 'fg', fontWeight: 'semibold' },
  ...harmColours, ...responseColours, ...followUpColours,
};
