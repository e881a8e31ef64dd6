/** The filters of the handover list. The address holds them: they survive a reload and can be sent to a teammate. */
import { severities, type Severity } from 'language/domain/values/codes';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PendingFilters } from '../../sync/cache/query-keys.ts';

export const noFilters: PendingFilters = {
  mine: false,
  of: '',
  severity: null,
  overdue: false,
  drug: '',
  discharged: false,
};

export const severityFrom = (value: string | null): Severity | null =>
  severities.find(({ code }) => code === value)?.code ?? null;

export const readFilters = (params: URLSearchParams): PendingFilters => ({
  mine: params.get('mine') === '1',
  of: params.get('of') ?? '',
  severity: severityFrom(params.get('severity')),
  overdue: params.get('overdue') === '1',
  drug: params.get('drug')?.trim() ?? '',
  discharged: params.get('discharged') === '1',
});

/** The query parameters for the address and for the call. Filters that are not set are left out. */
export function writeFilters({
  mine,
  of,
  severity,
  overdue,
  drug,
  discharged,
}: PendingFilters): Record<string, string> {
  return {
    ...(mine ? { mine: '1' } : {}),
    ...(of === '' ? {} : { of }),
    ...(severity === null ? {} : { severity }),
    ...(overdue ? { overdue: '1' } : {}),
    ...(drug.trim() === '' ? {} : { drug: drug.trim() }),
    ...(discharged ? { discharged: '1' } : {}),
  };
}

/** In place of a person: people who are not in the team, or not any more. */
export const NOT_IN_TEAM = 'left';

/** True if a filter hides entries. `discharged` adds entries. */
export const isNarrowed = ({ mine, of, severity, overdue, drug }: PendingFilters): boolean =>
  mine || of !== '' || severity !== null || overdue || drug !== '';

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
