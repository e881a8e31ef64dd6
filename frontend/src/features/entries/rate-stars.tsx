import { useMutation } from '@tanstack/react-query';
import type { DrugErr } from 'command-api/contract/entities';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/http/api.ts';
import { cacheReview } from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { rateEntry } from './api.ts';
import { entryText } from './messages.ts';
import { StarsTrack } from './stars.tsx';

/** Between two arrow keys, or while the finger still moves. */
const SETTLE_MS = 500;

/** The admin's: a slider that looks like stars. Shown at once; taken back, and said so, when the server refuses. */
export default function RateStars({ entry, reviewId }: { entry: DrugErr; reviewId: string }) {
  /** With the version that the person was looking at. */
  const [wanted, setWanted] = useState<{ rating: number; version: number }>();
  const { mutate } = useMutation({
    scope: { id: `rating:${entry._id}` },
    mutationFn: async ({ rating, version }: { rating: number; version: number }) =>
      cacheReview(
        await api(rateEntry, {
          params: { reviewId },
          body: { reviewId, errId: entry._id, rating },
          ifVersion: version,
        }),
      ),
    onError: (error) => notify.failed(`${entryText.rateFailed}: ${ApiError.from(error).message}`, 2_500),
    // What has been chosen meanwhile stays, and goes next.
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
  // Whoever folds the review, or leaves, has chosen all the same.
  useEffect(() => () => waiting.current?.(), []);
  const value = wanted?.rating ?? entry.rating;
  const choose = (event: SyntheticEvent<HTMLInputElement>): void =>
    setWanted({ rating: Number(event.currentTarget.value), version: entry.version });
  return (
    <span className="stars">
      <StarsTrack value={value} />
      {/* What is not rated stands at 0: a click there changes nothing, and is a 0 all the same. */}
      <input
        type="range"
        min={0}
        max={5}
        step={0.5}
        value={value ?? 0}
        aria-label={entryText.rate(entry.errDrugLabel)}
        aria-valuetext={entryText.rating(value)}
        onChange={choose}
        onClick={(event) => value === null && choose(event)}
      />
    </span>
  );
}
