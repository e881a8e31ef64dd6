/**
 * What of the pending entries is shown: held in the address, so that it survives a reload and can be sent to a
 * teammate.
 */
import { severities, type Severity } from 'command-api/domain/codes';
import type { PendingFilters } from '../../sync/cache/query-keys.ts';

export const noFilters: PendingFilters = { mine: false, severity: null, overdue: false, drug: '', discharged: false };

export const severityFrom = (value: string | null): Severity | null =>
  severities.find(({ code }) => code === value)?.code ?? null;

export const readFilters = (params: URLSearchParams): PendingFilters => ({
  mine: params.get('mine') === '1',
  severity: severityFrom(params.get('severity')),
  overdue: params.get('overdue') === '1',
  drug: params.get('drug')?.trim() ?? '',
  discharged: params.get('discharged') === '1',
});

/** As the address and the server's call have them; what does not filter is left out. */
export function writeFilters({ mine, severity, overdue, drug, discharged }: PendingFilters): Record<string, string> {
  return {
    ...(mine ? { mine: '1' } : {}),
    ...(severity === null ? {} : { severity }),
    ...(overdue ? { overdue: '1' } : {}),
    ...(drug.trim() === '' ? {} : { drug: drug.trim() }),
    ...(discharged ? { discharged: '1' } : {}),
  };
}

/** Whether anything is left out that would be shown without a filter. */
export const isNarrowed = ({ mine, severity, overdue, drug }: PendingFilters): boolean =>
  mine || severity !== null || overdue || drug !== '';
