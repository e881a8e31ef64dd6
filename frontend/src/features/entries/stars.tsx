import { Box } from '@chakra-ui/react/box';
import { useMutation } from '@tanstack/react-query';
import type { DrugErr } from 'command-api/contract/entities';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { showReview } from '../../lib/chart.ts';
import { api } from '../../lib/client.ts';
import { notify } from '../../ui/toaster.tsx';
import { rateEntry } from './api.ts';
import { entryText } from './messages.ts';

const look = {
  position: 'relative', display: 'inline-block', whiteSpace: 'nowrap', fontSize: '15px', lineHeight: '24px', letterSpacing: '2px', height: '24px', direction: 'ltr',
  '& .track': { color: 'border.emphasized' },
  '& .full': { position: 'absolute', insetBlockStart: 0, insetInlineStart: 0, overflow: 'hidden', color: 'amber.fg' },
  '& input': { position: 'absolute', inset: '-10px 0', width: '100%', height: '44px', margin: 0, opacity: 0, cursor: 'pointer', touchAction: 'pan-y' },
  '&:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px', borderRadius: 'l1' },
};
const Track = ({ value }: { value: number | null }) => (
  <>
    <span className="track" aria-hidden>☆☆☆☆☆</span>
    <span className="full" aria-hidden style={{ width: `${((value ?? 0) / 5) * 100}%` }}>★★★★★</span>
  </>
);

/** 0 to 5 in halves. Read-only for everybody but the team's admin (specification §6). */
export function Stars({ value }: { value: number | null }) {
  if (value === null) return null;
  return <Box as="span" role="img" aria-label={entryText.rating(value)} title={entryText.rating(value)} css={look}><Track value={value} /></Box>;
}

/** Between two arrow keys, or while the finger still moves. */
const SETTLE_MS = 500;

/** The admin's: a slider that looks like stars. Shown at once; taken back, and said so, when the server refuses. */
export function RateStars({ entry, reviewId }: { entry: DrugErr; reviewId: string }) {
  /** With the version that the person was looking at. */
  const [wanted, setWanted] = useState<{ rating: number; version: number }>();
  const { mutate } = useMutation({
    scope: { id: `rating:${entry._id}` },
    mutationFn: async ({ rating, version }: { rating: number; version: number }) =>
      showReview(await api(rateEntry, { params: { reviewId }, body: { reviewId, errId: entry._id, rating }, ifVersion: version })),
    onError: (error) => notify.failed(`${entryText.rateFailed}: ${ApiError.from(error).message}`, 2_500),
    onSettled: () => setWanted(undefined),
  });
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setTimeout(() => mutate(wanted), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, mutate]);
  const value = wanted?.rating ?? entry.rating;
  const choose = (event: SyntheticEvent<HTMLInputElement>): void => setWanted({ rating: Number(event.currentTarget.value), version: entry.version });
  return (
    <Box as="span" css={look}>
      <Track value={value} />
      {/* What is not rated stands at 0: a click there changes nothing, and is a 0 all the same. */}
      <input type="range" min={0} max={5} step={0.5} value={value ?? 0} aria-label={entryText.rate(entry.errDrugLabel)} aria-valuetext={entryText.rating(value)} onChange={choose} onClick={(event) => value === null && choose(event)} />
    </Box>
  );
}
