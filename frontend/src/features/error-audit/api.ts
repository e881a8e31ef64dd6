import * as historyCalls from 'language/contract/calls/history';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { TeamVerification } from 'language/contract/history';
import type { ErrorExportFormat } from 'language/domain/values/codes';
import { asFile } from '../../platform/http/api.ts';
import { isDateRange } from '../../platform/time/dates.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { type AuditSearch, auditSearchFields } from './audit-search.ts';

/** Page by page, each with the cursor of the next. New changes appear on refresh, so that the rows do not move. */
export const changesQuery = (team: string, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: queryKeys.errorChanges(team, auditSearchFields(search)),
    queryFn: ({ pageParam, signal }) =>
      api(historyCalls.searchErrorChanges, {
        params: { id: team },
        team,
        query: { ...auditSearchFields(search), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isDateRange(search.from, search.to),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** @throws ApiError */
export const fetchChanges = (team: string, search: AuditSearch, format: ErrorExportFormat): Promise<Blob> =>
  api(asFile(historyCalls.searchErrorChanges), {
    params: { id: team },
    team,
    query: { ...auditSearchFields(search), format },
  });

/** @throws ApiError */
export const fetchAnchors = (team: string): Promise<Blob> =>
  api(historyCalls.exportAnchors, { params: { id: team }, team });

/** The result of a team's verification so far (docs/decisions/write-side/seals.md). */
export interface TeamCheck {
  anchors: number;
  streams: number;
  events: number;
  broken: TeamVerification['broken'];
  all: TeamVerification['all'];
  /** Instant of the newest anchor; null if there is none. */
  anchoredAt: string | null;
  /** Known from the last part. */
  unsealed?: TeamVerification['unsealed'];
  publicKey: string;
}

/**
 * Verifies a team's streams in parts.
 *
 * @throws ApiError
 */
export async function verifyTeam(
  team: string,
  signal: AbortSignal,
  onProgress: (checked: TeamCheck) => void,
): Promise<TeamCheck> {
  let checked: TeamCheck | undefined;
  let after: string | undefined;
  for (;;) {
    const part = await api(historyCalls.verifyStreamsOfTeam, { params: { id: team }, team, query: { after }, signal });
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
