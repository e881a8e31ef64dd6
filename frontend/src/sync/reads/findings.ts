/** The decisions on the findings of a chart, and the update of their cache by the answers of own commands. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { queryOptions } from '@tanstack/react-query';
import type { FindingDecisions, MadeDecision } from 'language/contract/findings';
import { queryKeys } from '../cache/query-keys.ts';
import { api } from '../client.ts';
import { updateCachedQuery } from './admission-lists.ts';

export const findingDecisionsQuery = (admission: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.findingsOf(admission),
    queryFn: ({ signal }) => api(admissionCalls.listFindingDecisions, { params: { id: admission }, team, signal }),
  });

export const cacheDecision = ({ admission, stream, revision, ...decision }: MadeDecision): Promise<void> =>
  updateCachedQuery<FindingDecisions>(
    queryKeys.findingsOf(admission),
    (cached) => ({ ...cached, decisions: [...cached.decisions, decision] }),
    { stream, revision },
  );
