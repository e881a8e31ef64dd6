/** A plain button with an icon alone, for lists of many rows. Spread into the styles of the root. */
import { touch } from './theme/system.ts';

export const iconButtonStyle = {
  '& .icon-button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    height: '8',
    minWidth: '8',
    borderRadius: 'l2',
    color: 'brand.fg',
    cursor: 'pointer',
    [touch]: { minH: '11', minW: '11' },
    _hover: { bg: 'colorPalette.subtle' },
    '&[aria-expanded=true]': { bg: 'colorPalette.subtle' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}' },
  },
};
