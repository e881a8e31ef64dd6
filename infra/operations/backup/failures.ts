/** Why a backup or a restore has not done what was asked. Messages are for people and hold no secret. */
import { databaseSentence } from 'service-kit/postgres/availability';
import { describeFailure as describeLogFailure, Failure } from '../events/failures.ts';

export { Failure } from '../events/failures.ts';

/** The data there is not the data that was written. The message names the first event or file. */
export class Altered extends Failure {
  override readonly name = 'Altered';
}

/** @param eventstoreUrl for the name of the server that does not answer; its password is not repeated */
export function describeFailure(error: unknown, eventstoreUrl: string): string {
  if (error instanceof Failure) return error.message;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOSPC')
    return `There is no room left on the disk of ${typeof path === 'string' ? path : 'the backup'}.`;
  return databaseSentence(error) ?? describeLogFailure(error, eventstoreUrl);
}
