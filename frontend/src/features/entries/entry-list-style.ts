/** One styled root for all rows of a review's entries. */
import { touch } from '../../components/theme/system.ts';
import { followUpColours } from '../../clinical/follow-up-mark.tsx';
import { responseColours } from '../../clinical/response-mark.tsx';
import { harmColours } from '../../clinical/severity.ts';
import { starsStyle } from './stars.tsx';

export const entryListStyle = {
  '& h4': {
    fontSize: 'xs',
    fontWeight: 'bold',
    letterSpacing: '0.06em',
    color: 'fg.muted',
    marginBlockStart: '3',
    marginBlockEnd: '1',
  },
  // The frame of what is new stands around the entry, and not across its first sign.
  '& .entries': {
    listStyle: 'none',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    marginBlockEnd: '2',
    marginInline: '-2',
  },
  '& .entry': { borderBottomWidth: '1px', borderColor: 'border.muted', paddingInline: '2' },
  // What is as wide as the row comes below the rest of it.
  '& .row': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    columnGap: { base: '2', sm: '3' },
    rowGap: '1',
    paddingBlock: '2',
  },
  '& .row[aria-busy=true]': { opacity: 0.65 },
  '& .body': { flex: '1 1 0', minWidth: 0 },
  // On a phone the words have the width, and what their author presses stands below them.
  '& .row:has(> .actions) > .body': { flexBasis: { base: 'calc(100% - 3rem)', sm: '0' } },
  '& .first': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '0.5',
    minHeight: '28px',
  },
  '& .type': { color: 'fg.muted' },
  '& .severity': { fontSize: 'xs', color: 'fg.muted' },
  ...responseColours,
  ...followUpColours,
  '& .tags': { listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: '1' },
  '& .tags li': { fontSize: 'xs', color: 'fg.muted', bg: 'bg.muted', borderRadius: 'l1', paddingInline: '1.5' },
  '& .stars': starsStyle,
  '& .copied': { fontSize: 'xs', color: 'fg.muted', fontStyle: 'italic' },
  '& .actions': { display: 'flex', flexShrink: 0, marginInlineStart: 'auto' },
  // Plain buttons: three in each of a thousand rows.
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
  '& kbd': {
    fontFamily: 'inherit',
    fontSize: 'xs',
    fontWeight: 'normal',
    color: 'fg.muted',
    marginInlineStart: '1',
    display: { base: 'none', md: 'inline' },
  },
  ...harmColours,
};
