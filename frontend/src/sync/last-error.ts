import type { ApiError } from '../platform/http/api.ts';

/** For commands that share one place for errors: the error of the command that was sent last. */
export const lastError = (...commands: readonly { error: ApiError | null; submittedAt: number }[]): ApiError | null =>
  commands.reduce((last, one) => (one.submittedAt > last.submittedAt ? one : last)).error;
