/** A command sent from outside a component (a machine's actor): retried as `useCommand` retries, so it needs its own idempotency key. */
import { MutationObserver } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { queryClient } from './queries.ts';

/** @throws ApiError */
export const send = <Res>(call: () => Promise<Res>): Promise<Res> => new MutationObserver<Res, ApiError, void>(queryClient, { mutationFn: call }).mutate();
