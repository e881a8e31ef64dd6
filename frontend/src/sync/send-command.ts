/** Commands from outside a component (the actor of a machine). Retries are the same as of `useCommand`. */
import { MutationObserver } from '@tanstack/react-query';
import { ApiError } from '../platform/http/api.ts';
import type { IdempotencyKeys } from '../platform/http/idempotency-key.ts';
import { queryClient } from './cache/query-client.ts';

/**
 * Sends a command. The same content has the same idempotency key while the outcome is unknown.
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
