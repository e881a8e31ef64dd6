import { entryText } from './messages.ts';

/** Within the list's one styled root. */
export const starsStyle = {
  position: 'relative',
  display: 'inline-block',
  whiteSpace: 'nowrap',
  fontSize: '15px',
  lineHeight: '24px',
  letterSpacing: '2px',
  height: '24px',
  direction: 'ltr',
  '& .track': { color: 'border.emphasized' },
  '& .full': { position: 'absolute', insetBlockStart: 0, insetInlineStart: 0, overflow: 'hidden', color: 'amber.fg' },
  '& input': {
    position: 'absolute',
    inset: '-10px 0',
    width: '100%',
    height: '44px',
    margin: 0,
    opacity: 0,
    cursor: 'pointer',
    touchAction: 'pan-y',
  },
  '&:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px', borderRadius: 'l1' },
};
export const StarsTrack = ({ value }: { value: number | null }) => (
  <>
    <span className="track" aria-hidden>
      ☆☆☆☆☆
    </span>
    <span className="full" aria-hidden style={{ width: `${((value ?? 0) / 5) * 100}%` }}>
      ★★★★★
    </span>
  </>
);

/** As wide as what rates, until that is there. */
export const StarsPlaceholder = ({ value }: { value: number | null }) => (
  <span className="stars">
    <StarsTrack value={value} />
  </span>
);

/** 0 to 5 in halves. Read-only for everybody but the team's admin (specification §6). */
export function Stars({ value }: { value: number | null }) {
  if (value === null) return null;
  return (
    <span className="stars" role="img" aria-label={entryText.rating(value)} title={entryText.rating(value)}>
      <StarsTrack value={value} />
    </span>
  );
}
