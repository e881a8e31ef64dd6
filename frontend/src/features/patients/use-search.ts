/** What is typed at once, what is searched 300 ms after the last key. */
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PatientSearch } from '../../sync/cache/query-keys.ts';
import { emptySearch, readSearch, searchFields, writeSearch, type SearchState } from './search-state.ts';

const DEBOUNCE_MS = 300;

interface Search {
  /** What stands in the fields. */
  typed: PatientSearch;
  /** What the list shows. */
  shown: SearchState;
  /** True once the list shows what is typed: a new patient offered earlier would start from half a name. */
  settled: boolean;
  type: (patch: Partial<PatientSearch>) => void;
  showInpatientsOnly: (only: boolean) => void;
  clear: () => void;
}

export function useSearch(): Search {
  const [params, setParams] = useSearchParams();
  const shown = readSearch(params);
  const [typed, setTyped] = useState(shown.search);
  const written = useRef(params.toString());

  // Back and forward change the address without typing: the fields follow.
  const address = params.toString();
  useEffect(() => {
    if (written.current === address) return;
    written.current = address;
    setTyped(readSearch(new URLSearchParams(address)).search);
  }, [address]);

  const write = (state: SearchState): void => {
    const next = writeSearch(state);
    if (next.toString() === params.toString()) return;
    written.current = next.toString();
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });

  useEffect(() => {
    const timer = setTimeout(
      () => latest.current({ search: typed, inpatientsOnly: shown.inpatientsOnly }),
      DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, shown.inpatientsOnly]);

  return {
    typed,
    shown,
    settled: searchFields.every((field) => typed[field].trim() === shown.search[field]),
    type: (patch) => setTyped((now) => ({ ...now, ...patch })),
    showInpatientsOnly: (inpatientsOnly) => write({ search: typed, inpatientsOnly }),
    clear: () => {
      setTyped(emptySearch);
      write({ search: emptySearch, inpatientsOnly: shown.inpatientsOnly });
    },
  };
}
