/** What is shown until the newer of it is there: a line above it, and its words as legible as ever. */
export const busyLook = (busy: boolean) => ({
  'aria-busy': busy,
  borderTopWidth: '2px',
  borderColor: busy ? 'brand.solid' : 'transparent',
  transition: 'border-color 0.15s 0.15s',
});
