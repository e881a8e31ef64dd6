import type { ApiError } from '../platform/http/api.ts';

/**
 * Of commands that share one place for their errors: that of the one sent last. What went wrong before it is not said
 * any more.
 */
export const lastError = (...commands: readonly { error: ApiError | null; submittedAt: number }[]): ApiError | null =>
  commands.reduce((last, one) => (one.submittedAt > last.submittedAt ? one : last)).error;
