import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PendingFilters } from '../../sync/cache/query-keys.ts';
import { readFilters, writeFilters } from './filters.ts';

const DEBOUNCE_MS = 300;

/** The filters of the form, and the filters of the address that the list is read with. The address follows the form. */
export function useFilters(): {
  chosen: PendingFilters;
  applied: PendingFilters;
  change: (patch: Partial<PendingFilters>) => void;
} {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const [chosen, setChosen] = useState(() => readFilters(params));
  const written = useRef(address);

  // Back and forward change the address: the form follows.
  useEffect(() => {
    if (written.current === address) return;
    written.current = address;
    setChosen(readFilters(new URLSearchParams(address)));
  }, [address]);

  useEffect(() => {
    const next = new URLSearchParams(writeFilters(chosen)).toString();
    if (next === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = next;
      setParams(new URLSearchParams(next), { replace: true, preventScrollReset: true });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [chosen, setParams]);

  return { chosen, applied: readFilters(params), change: (patch) => setChosen((now) => ({ ...now, ...patch })) };
}
