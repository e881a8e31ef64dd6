import { queryOptions } from '@tanstack/react-query';
import type { Operations, TriedStream } from 'command-api/contract/operations';
import { endpoint } from '../../platform/http/api.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

const readOperations = endpoint<Operations>()('GET', '/api/operations');
export const tryAgain = endpoint<TriedStream, Record<string, never>>()(
  'POST',
  '/api/operations/parked-streams/:projection/:stream/try-again',
);

const LOOK_MS = 5_000;

/** No live note tells of the installation. A hidden page does not ask. */
export const operationsQuery = () =>
  queryOptions({
    queryKey: queryKeys.operations,
    queryFn: ({ signal }) => api(readOperations, { signal }),
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });
