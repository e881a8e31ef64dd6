/** One styled root for the whole table. Below 768 px a row keeps what one acts on; age and day stand below the name. */
import { harmColours } from '../../ui/severity.ts';

export const boardStyle = {
  bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l3', overflow: 'hidden',
  '& table': { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
  '& th, & td': { textAlign: 'start', verticalAlign: 'middle', paddingInline: { base: '1', md: '2' }, paddingBlock: '1.5', borderBlockEndWidth: '1px', borderColor: 'border.muted' },
  '& tbody tr:last-child > *': { borderBlockEndWidth: 0 },
  '& tbody tr:hover': { bg: 'brand.subtle' },
  '& thead th': { bg: 'bg.subtle', fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted', padding: 0 },
  '& thead button': {
    display: 'inline-flex', alignItems: 'center', gap: '1', width: '100%', minHeight: '32px', paddingInline: { base: '1', md: '2' }, textAlign: 'start', font: 'inherit', color: 'inherit', cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '44px' }, _hover: { color: 'fg' }, _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  },
  '& thead th[aria-sort]': { color: 'fg' },
  '& [data-column=name]': { paddingInlineStart: { base: '3', md: '4' } },
  '& thead [data-column=name]': { paddingInlineStart: { base: '2', md: '2' } },
  '& tbody [data-column=name]': { fontWeight: 'normal', minWidth: { base: '6rem', md: '11rem' } },
  '& tbody a': { fontWeight: 'semibold', fontSize: { base: 'sm', md: 'md' }, color: 'brand.fg', overflowWrap: 'anywhere', _hover: { textDecoration: 'underline' } },
  '& .below': { display: 'flex', flexWrap: 'wrap', columnGap: '2', fontSize: 'xs', color: 'fg.muted' },
  '& .narrow': { display: { base: 'inline', md: 'none' } },
  '& [data-column=age], & [data-column=day], & [data-column=news], & [data-column=overdue], & [data-column=last]': { display: { base: 'none', md: 'table-cell' } },
  '& tbody [data-column=age], & tbody [data-column=day]': { whiteSpace: 'nowrap' },
  '& td[data-reviewed=true]': { color: 'brand.fg', fontWeight: 'semibold', '& svg': { display: 'inline', verticalAlign: '-2px', marginInlineEnd: '1' } },
  '& td[data-reviewed=false]': { color: 'amber.fg', fontWeight: 'semibold', '& .below': { fontWeight: 'normal' } },
  '& .narrow.late': { display: { base: 'block', md: 'none' }, fontSize: 'xs', color: 'fg.error', whiteSpace: 'nowrap' },
  '& .new': { fontSize: 'xs', fontWeight: 'semibold', color: 'brand.fg', bg: 'brand.muted', borderRadius: 'l1', paddingInline: '1.5', whiteSpace: 'nowrap' },
  '& td[data-column=pending], & td[data-column=overdue]': { fontWeight: 'bold' },
  '& td[data-column=overdue][data-none=false]': { color: 'fg.error' },
  '& td[data-none=true]': { color: 'fg.muted', fontWeight: 'normal' },
  ...harmColours,
};
