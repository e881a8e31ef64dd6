/** The rating of an entry as stars: to read, and for the admin of the team to change. */
import * as reviewCalls from 'language/contract/calls/reviews';
import { useMutation } from '@tanstack/react-query';
import type { DrugErr } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/http/api.ts';
import { cacheReview } from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** Styles within the one styled root of the list. */
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
const StarsTrack = ({ value }: { value: number | null }) => (
  <>
    <span className="track" aria-hidden>
      ☆☆☆☆☆
    </span>
    <span className="full" aria-hidden style={{ width: `${((value ?? 0) / 5) * 100}%` }}>
      ★★★★★
    </span>
  </>
);

/** 0 to 5 in half steps, read-only (docs/product.md, "Ratings"). */
export function Stars({ value }: { value: number | null }) {
  const t = useTranslation();
  if (value === null) return null;
  const words = t('entry.rated', { value, max: limits.rating });
  return (
    <span className="stars" role="img" aria-label={words} title={words}>
      <StarsTrack value={value} />
    </span>
  );
}

/** The rating is sent after this pause: a person may press another arrow key, or still move the finger. */
const SETTLE_MS = 500;

/** A slider that looks like stars. The rating shows at once; when the server refuses, it goes back with a toast. */
export function RateStars({ entry, reviewId }: { entry: DrugErr; reviewId: string }) {
  const t = useTranslation();
  /** With the version of the entry that the person saw. */
  const [wanted, setWanted] = useState<{ rating: number; version: number }>();
  const { mutate } = useMutation({
    scope: { id: `rating:${entry._id}` },
    mutationFn: async ({ rating, version }: { rating: number; version: number }) =>
      cacheReview(
        await api(reviewCalls.rateEntry, {
          params: { reviewId },
          body: { reviewId, errId: entry._id, rating },
          ifVersion: version,
        }),
      ),
    onError: (error) => notify.failed(`${t('entry.rateFailed')}: ${ApiError.from(error).text}`, 2_500),
    // A rating that was chosen meanwhile stays, and is sent next.
    onSettled: (_answer, _error, sent) => setWanted((now) => (now === sent ? undefined : now)),
  });
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    if (!wanted) return undefined;
    const send = (): void => {
      waiting.current = undefined;
      mutate(wanted);
    };
    waiting.current = send;
    const timer = setTimeout(send, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, mutate]);
  // A rating is also sent when the review is closed, or the page is left, within the pause.
  useEffect(() => () => waiting.current?.(), []);
  const value = wanted?.rating ?? entry.rating;
  const choose = (event: SyntheticEvent<HTMLInputElement>): void =>
    setWanted({ rating: Number(event.currentTarget.value), version: entry.version });
  return (
    <span className="stars">
      <StarsTrack value={value} />
      {/* The slider is at 0 if unrated. A click there changes no value, and still rates 0. */}
      <input
        type="range"
        min={0}
        max={5}
        step={0.5}
        value={value ?? 0}
        aria-label={t('entry.rate', { label: entry.errDrugLabel })}
        aria-valuetext={value === null ? t('entry.notRated') : t('entry.rated', { value, max: limits.rating })}
        onChange={choose}
        onClick={(event) => value === null && choose(event)}
      />
    </span>
  );
}
