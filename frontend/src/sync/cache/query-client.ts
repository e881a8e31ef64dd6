/** The query client. Live notes invalidate its queries, not time or focus (docs/architecture.md, "The browser"). */
import { QueryClient, useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, type CallOptions, type Endpoint } from '../../platform/http/api.ts';
import { api } from '../client.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { backoffMs } from '../../platform/http/retry.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { mergeByVersion } from './merge-by-version.ts';
import { readAfter } from './read-after.ts';
import { session, sessionToken, signedInUser, useSessionUser } from '../../platform/session/session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: {
      /** Reads those items of a list with the given ids that still exist. `cached` is the cached list. */
      readItems?: (ids: readonly string[], cached: unknown) => Promise<readonly { readonly _id: string }[]>;
    };
  }
}

const RETRIES_MAX = 2;
const retryDelay = (failures: number): number => backoffMs(failures, 400);
const retry = (failures: number, error: ApiError): boolean =>
  failures < RETRIES_MAX && error instanceof ApiError && error.isTransient;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
      retry,
      retryDelay,
      structuralSharing: mergeByVersion,
    },
    mutations: { networkMode: 'always', retry, retryDelay },
  },
});

// The cache of one person is not shown to the next one. After the same person signs in again, refused reads are
// repeated.
let owner = signedInUser()?._id;
let token = sessionToken();
session.subscribe(() => {
  const now = signedInUser()?._id;
  const before = token;
  token = sessionToken();
  if (now !== owner) {
    owner = now;
    queryClient.clear();
    readAfter.clear();
  } else if (before === undefined && token !== undefined) void queryClient.invalidateQueries();
});

/**
 * A command: `idle → pending → success | error`, and `reset`. A retry has the same idempotency key.
 * @example const create = useCommand(createTeam); create.mutate({ body })
 */
export function useCommand<P extends string, Res, Body>(
  endpoint: Endpoint<P, Res, Body>,
  options: {
    /** The draft that the command saves. The answer settles it, also after the form is closed. */
    draft?: string;
    onSuccess?: (answer: Res, sent: CallOptions<P, Body>) => void;
    onError?: (error: ApiError) => void;
  } = {},
): UseMutationResult<Res, ApiError, CallOptions<P, Body>> {
  const [idempotencyKeys] = useState(() => createIdempotencyKeys());
  const user = useSessionUser()?._id ?? '';
  return useMutation<Res, ApiError, CallOptions<P, Body>>({
    mutationFn: (sent) => api(endpoint, { ...sent, idempotencyKey: idempotencyKeys.keyFor(sent) }),
    onSettled: (_, error) => idempotencyKeys.settled(error ?? undefined),
    onSuccess: (answer, sent) => {
      if (options.draft !== undefined) drafts.settle({ user, of: options.draft });
      options.onSuccess?.(answer, sent);
    },
    onError: (error) => options.onError?.(error),
  });
}
