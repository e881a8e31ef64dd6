/** A link among the words of a row, as high as a finger where one points. */
export const linkLook = {
  color: 'brand.fg',
  fontWeight: 'semibold',
  fontSize: 'xs',
  _hover: { textDecoration: 'underline' },
  '@media (pointer: coarse)': { paddingBlock: '2.5' },
};
