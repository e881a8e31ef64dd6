/** What a screen shows when its thing was deleted, or the person lost their rights, while the screen was open. */
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { AsyncBoundary } from '../components/lazy-component.tsx';
import { NotFound } from '../components/screen-states.tsx';
import { isAccessLost, type ApiError } from '../platform/http/api.ts';

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

/** Whether the read was allowed and no longer is, or the patient was transferred. Reports it once. */
export function useAccessLoss(
  { data, error }: { data: unknown; error: ApiError | null },
  onAccessLost: () => void,
): boolean {
  const isLost = isAccessLost(error) && (data !== undefined || error?.reason === 'chart-transferred');
  useEffect(() => {
    if (isLost) onAccessLost();
  }, [isLost, onAccessLost]);
  return isLost;
}
