/** The styles of a list of choices: buttons, or radio buttons with their labels. */
export const choicesStyle = {
  listStyle: 'none',
  borderWidth: '1px',
  borderRadius: 'l2',
  overflow: 'auto',
  maxHeight: '15rem',
  '& > li + li': { borderBlockStartWidth: '1px', borderColor: 'border.muted' },
  '& button, & label': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    width: '100%',
    minHeight: '44px',
    paddingInline: '3',
    paddingBlock: '1.5',
    textAlign: 'start',
    cursor: 'pointer',
  },
  '& input[type=radio]': { flexShrink: 0, width: '18px', height: '18px', accentColor: '{colors.brand.solid}' },
  '& button:hover, & label:hover': { bg: 'brand.subtle' },
  '& button:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
};
