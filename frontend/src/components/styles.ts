/** Styles that several features share. */

/** A link among the words of a row, as high as a finger on touch screens. */
export const linkStyle = {
  color: 'brand.fg',
  fontWeight: 'semibold',
  fontSize: 'xs',
  _hover: { textDecoration: 'underline' },
  '@media (pointer: coarse)': { paddingBlock: '2.5' },
};

/** For content that stays on the screen while newer content loads: a line above it; the words stay legible. */
export const busyProps = (isBusy: boolean) => ({
  'aria-busy': isBusy,
  borderTopWidth: '2px',
  borderColor: isBusy ? 'brand.solid' : 'transparent',
  transition: 'border-color 0.15s 0.15s',
});
