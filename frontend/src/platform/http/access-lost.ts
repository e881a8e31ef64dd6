import type { ApiError } from './api.ts';

/** Not there (any more) for this person: what they held of it is not theirs to see. */
export const isAccessLost = (error: ApiError | null | undefined): boolean =>
  error?.status === 404 || error?.status === 403;
