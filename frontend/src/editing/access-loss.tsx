/** The content of a screen when its thing was deleted, or the person lost their rights, while the screen was open. */
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { AsyncBoundary } from '../components/lazy-component.tsx';
import { NotFound } from '../components/screen-states.tsx';
import { usePendingCommands } from '../outbox/outbox.ts';
import { isAccessLost, type ApiError } from '../platform/http/api.ts';
import { signedInUser } from '../platform/session/session.ts';
import { drafts } from '../platform/storage/draft-storage.ts';

/**
 * The screen, until it reports the loss of access; then `lost`. The screen is unmounted in between, so that an open
 * form keeps its text as a draft first.
 */
export function AccessLossBoundary({
  lost,
  children,
}: {
  lost: ReactNode;
  children: (onAccessLost: () => void) => ReactNode;
}) {
  const [isLost, setIsLost] = useState(false);
  const onAccessLost = useCallback(() => setIsLost(true), []);
  return isLost ? <AsyncBoundary instead={<NotFound />}>{lost}</AsyncBoundary> : children(onAccessLost);
}

/**
 * True if the read was allowed and no longer is, the patient was transferred, or text of this
 * person waits at a place that is not there (any more): the page was locked or loaded again over
 * it. Reports it once.
 * @param within the beginnings of the keys of the screen's drafts
 */
export function useAccessLoss(
  { data, error }: { data: unknown; error: ApiError | null },
  within: readonly string[],
  onAccessLost: () => void,
): boolean {
  const pending = usePendingCommands();
  const hasOwnText = (): boolean =>
    within.some(
      (begin) =>
        pending.some(({ of }) => of.startsWith(begin)) || drafts.list(signedInUser()?._id ?? '', begin).length > 0,
    );
  const isLost =
    isAccessLost(error) &&
    (data !== undefined || error?.reason === 'chart-transferred' || (error?.status === 404 && hasOwnText()));
  useEffect(() => {
    if (isLost) onAccessLost();
  }, [isLost, onAccessLost]);
  return isLost;
}
