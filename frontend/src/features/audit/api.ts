import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ErrorChangePage, TeamVerification } from 'command-api/contract/history';
import { endpoint, fileEndpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { type AuditSearch, isDateRangeValid, auditSearchFields } from './audit-search.ts';

const listChanges = endpoint<ErrorChangePage>()('GET', '/api/history/teams/:id/errors');
const changesFile = fileEndpoint('/api/history/teams/:id/errors');
const verifyPart = endpoint<TeamVerification>()('GET', '/api/history/teams/:id/verifyAll');

/**
 * To any length: each page says where the next begins. What is new comes when it is asked for, and does not move what
 * somebody reads.
 */
export const changesQuery = (team: string, ask: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: queryKeys.errorChanges(team, auditSearchFields(ask)),
    queryFn: ({ pageParam, signal }) =>
      api(listChanges, {
        params: { id: team },
        team,
        query: { ...auditSearchFields(ask), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isDateRangeValid(ask),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** @throws ApiError */
export const fetchChanges = (team: string, ask: AuditSearch, format: 'csv' | 'ndjson'): Promise<Blob> =>
  api(changesFile, { params: { id: team }, team, query: { ...auditSearchFields(ask), format } });

/** What has been checked of a team so far. */
export interface TeamCheck {
  anchors: number;
  streams: number;
  events: number;
  broken: TeamVerification['broken'];
  all: TeamVerification['all'];
  /** How far the anchors reach; null without any. */
  anchoredAt: string | null;
  /** As the last part says it. */
  unsealed?: TeamVerification['unsealed'];
  publicKey: string;
}

/** Part after part. @throws ApiError */
export async function verifyTeam(
  team: string,
  signal: AbortSignal,
  onProgress: (checked: TeamCheck) => void,
): Promise<TeamCheck> {
  let checked: TeamCheck | undefined;
  let after: string | undefined;
  for (;;) {
    const part = await api(verifyPart, { params: { id: team }, team, query: { after }, signal });
    checked = {
      anchors: (checked?.anchors ?? 0) + part.anchors,
      streams: (checked?.streams ?? 0) + part.streams,
      events: (checked?.events ?? 0) + part.events,
      broken: [...(checked?.broken ?? []), ...part.broken],
      all: part.all,
      anchoredAt: part.anchoredAt ?? checked?.anchoredAt ?? null,
      publicKey: part.publicKey,
      ...(part.unsealed && { unsealed: part.unsealed }),
    };
    onProgress(checked);
    after = part.next;
    if (after === undefined) return checked;
  }
}
