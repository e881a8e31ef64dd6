/** Server state: one query client, fed by live notes instead of time and focus (architecture, "The browser"). */
import { QueryClient, useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, type CallOptions, type Endpoint } from '../../platform/http/api.ts';
import { api } from '../client.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { mergeByVersion } from './merge-by-version.ts';
import { readAfter } from './read-after.ts';
import { session, sessionToken, signedInUser, useSessionUser } from '../../platform/session/session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: {
      /** Of a list that can be read in part, held so: those of its items with these ids that are still there. */
      readPart?: (ids: readonly string[], held: unknown) => Promise<readonly { readonly _id: string }[]>;
    };
  }
}

/** Twice, and only where asking again may help. */
const retry = (failures: number, error: ApiError): boolean =>
  failures < 2 && error instanceof ApiError && error.isTransient;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
      retry,
      retryDelay: (attempt) => 400 * 2 ** attempt,
      structuralSharing: mergeByVersion,
    },
    mutations: { networkMode: 'always', retry, retryDelay: (attempt) => 400 * 2 ** attempt },
  },
});

// What one person has read is never shown to the next; whoever has signed in again reads what their lapsed session was
// refused.
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
 * A command: `idle → pending → success | error`, and `reset`. Retried with the same idempotency key, so it happens
 * once.
 * @example const create = useCommand(createTeam); create.mutate({ body })
 */
export function useCommand<P extends string, Res, Body>(
  endpoint: Endpoint<P, Res, Body>,
  options: {
    /** The place of the draft of what it saves: the answer settles it, also where the form is gone by then. */
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
