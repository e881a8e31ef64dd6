/** The query of a reconciliation, and updates of its cache by the answers of own commands. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { queryOptions } from '@tanstack/react-query';
import type { Answer } from 'language/contract/entities';
import type { HomeMedication, Reconciliation } from 'language/contract/reconciliation';
import { queryKeys } from '../cache/query-keys.ts';
import { api } from '../client.ts';
import { updateCachedQuery, upsertItem, withoutItem } from './admission-lists.ts';

export const reconciliationQuery = (admission: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.reconciliationOf(admission),
    queryFn: ({ signal }) => api(admissionCalls.getReconciliation, { params: { id: admission }, team, signal }),
  });

const cache = (
  admission: string,
  { stream, revision }: Answer<object>,
  change: (cached: Reconciliation) => Reconciliation,
): Promise<void> =>
  updateCachedQuery<Reconciliation>(queryKeys.reconciliationOf(admission), change, { stream, revision });

export const cacheReconciliation = (answer: Answer<Reconciliation>): Promise<void> => {
  const { stream: _stream, revision: _revision, ...reconciliation } = answer;
  return cache(answer._id, answer, () => reconciliation);
};
export const cacheHomeMedication = ({ stream, revision, ...one }: Answer<HomeMedication>): Promise<void> =>
  cache(one.admission, { stream, revision }, (cached) => ({
    ...cached,
    homeMedications: upsertItem(cached.homeMedications, one),
    version: Math.max(cached.version, one.version),
  }));
export const removeCachedHomeMedication = (answer: Answer<HomeMedication>): Promise<void> =>
  cache(answer.admission, answer, (cached) => ({
    ...cached,
    homeMedications: withoutItem(answer._id)(cached.homeMedications),
    decisions: cached.decisions.filter(({ line }) => line.id !== answer._id),
  }));
