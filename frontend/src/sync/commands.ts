/** Sends commands, from a component or from the actor of a machine. Both ways retry in the same way. */
import { MutationObserver, useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Call, Method } from 'language/contract/calls/call';
import { ApiError, type CallOptions, type Received } from '../platform/http/api.ts';
import { createIdempotencyKeys, type IdempotencyKeys } from '../platform/http/idempotency-key.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { queryClient } from './cache/query-client.ts';
import { api } from './client.ts';

/**
 * A command: `idle → pending → success | error`, and `reset`. A retry has the same idempotency key.
 * @example const create = useCommand(createTeam); create.mutate({ body })
 */
export function useCommand<M extends Method, Path extends string, Answer, Sent>(
  call: Call<M, Path, Answer, Sent>,
  options: {
    /** The draft that the command saves. The answer settles it, also after the form is closed. */
    draft?: string;
    /** Commands of one queue are sent one after the other: the server gets the last one last. */
    queue?: string;
    onSuccess?: (answer: Received<Answer>, sent: CallOptions<Path, Sent>) => void;
    onError?: (error: ApiError) => void;
  } = {},
): UseMutationResult<Received<Answer>, ApiError, CallOptions<Path, Sent>> {
  const [idempotencyKeys] = useState(() => createIdempotencyKeys());
  const user = useSessionUser()?._id ?? '';
  return useMutation<Received<Answer>, ApiError, CallOptions<Path, Sent>>({
    ...(options.queue === undefined ? {} : { scope: { id: options.queue } }),
    mutationFn: (sent) => api(call, { ...sent, idempotencyKey: idempotencyKeys.keyFor(sent) }),
    onSettled: (_, error) => idempotencyKeys.settled(error ?? undefined),
    onSuccess: (answer, sent) => {
      if (options.draft !== undefined) drafts.settle({ user, of: options.draft });
      options.onSuccess?.(answer, sent);
    },
    onError: (error) => options.onError?.(error),
  });
}

/**
 * Sends a command from outside a component. The same content has the same idempotency key while the outcome is unknown.
 * @throws ApiError
 */
export async function sendCommand<Res>(
  idempotencyKeys: IdempotencyKeys,
  content: unknown,
  call: (idempotencyKey: string) => Promise<Res>,
): Promise<Res> {
  const idempotencyKey = idempotencyKeys.keyFor(content);
  try {
    const answer = await new MutationObserver<Res, ApiError, void>(queryClient, {
      mutationFn: () => call(idempotencyKey),
    }).mutate();
    idempotencyKeys.settled();
    return answer;
  } catch (error) {
    idempotencyKeys.settled(ApiError.from(error));
    throw error;
  }
}

/** For commands that share one place for errors: the error of the command that was sent last. */
export const lastError = (...commands: readonly { error: ApiError | null; submittedAt: number }[]): ApiError | null =>
  commands.reduce((last, one) => (one.submittedAt > last.submittedAt ? one : last)).error;
