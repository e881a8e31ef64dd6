/** One styled root for all rows of a review's entries. */
import { harmColours } from './severity.ts';

export const entryListStyle = {
  '& h4': { fontSize: 'xs', fontWeight: 'bold', letterSpacing: '0.06em', color: 'fg.muted', marginBlockStart: '3', marginBlockEnd: '1' },
  '& .entries': { listStyle: 'none', borderTopWidth: '1px', borderColor: 'border.muted', marginBlockEnd: '2' },
  '& .entry': { borderBottomWidth: '1px', borderColor: 'border.muted' },
  '& .row': { display: 'flex', alignItems: 'flex-start', gap: '3', paddingBlock: '2' },
  '& .row[aria-busy=true]': { opacity: 0.65 },
  '& .mark': { flexShrink: 0, width: '28px', height: '28px', borderRadius: 'l2', display: 'inline-flex', alignItems: 'center', justifyContent: 'center', fontWeight: 'bold', fontSize: 'sm' },
  '& .body': { flex: 1, minWidth: 0 },
  '& .first': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '0.5', minHeight: '28px' },
  '& .type': { color: 'fg.muted' },
  '& .severity': { fontSize: 'xs', color: 'fg.muted' },
  '& .response': { fontSize: 'xs', fontWeight: 'semibold', paddingInline: '2', borderRadius: 'full', borderWidth: '1px', borderColor: 'border.emphasized', lineHeight: '20px' },
  '& .response[data-response=pending]': { borderStyle: 'dashed', color: 'fg.muted', fontWeight: 'normal' },
  '& .response[data-response="1"]': { bg: 'brand.subtle', color: 'brand.fg', borderColor: 'brand.border' },
  '& .response[data-response="2"], & .response[data-response="3"]': { bg: 'amber.subtle', color: 'amber.fg', borderColor: 'amber.border' },
  '& .response[data-response="4"]': { bg: 'bg.error', color: 'fg.error', borderColor: 'border.error' },
  '& .tags': { listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: '1' },
  '& .tags li': { fontSize: 'xs', color: 'fg.muted', bg: 'bg.muted', borderRadius: 'l1', paddingInline: '1.5' },
  '& .copied': { fontSize: 'xs', color: 'fg.muted', fontStyle: 'italic' },
  '& .actions': { display: 'flex', flexShrink: 0 },
  '& kbd': { fontFamily: 'inherit', fontSize: 'xs', fontWeight: 'normal', color: 'fg.muted', marginInlineStart: '1', display: { base: 'none', md: 'inline' } },
  ...harmColours,
};
