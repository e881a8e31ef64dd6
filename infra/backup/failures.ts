/** Why a backup or a restore has not done what was asked. Messages are for people and hold no secret. */
import { isDatabaseAway } from 'service-kit/postgres/availability';
import { describeFailure as describeLogFailure, Failure } from '../events/failures.ts';

export { Failure } from '../events/failures.ts';

/** What was written is not what is there. The message names the first event or file. */
export class Altered extends Failure {
  override readonly name = 'Altered';
}

/** @param eventstoreUrl for the name of the server that does not answer; its password is not repeated */
export function describeFailure(error: unknown, eventstoreUrl: string): string {
  if (error instanceof Failure) return error.message;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOSPC')
    return `There is no room left on the disk of ${typeof path === 'string' ? path : 'the backup'}.`;
  if (isDatabaseAway(error))
    return 'Postgres does not answer. Start the product, or see that DATABASE_URL names its database.';
  return describeLogFailure(error, eventstoreUrl);
}
