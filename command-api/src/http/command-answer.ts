import type * as contract from '../contract/entities.ts';
import { revisionToJson } from '../domain/values/revision.ts';
import type { Outcome } from '../commands/intent.ts';

/** What a command's answer adds to the entity. */
export const written = ({ stream, revision }: Pick<Outcome<unknown>, 'stream' | 'revision'>): contract.Written => ({
  stream,
  revision: revisionToJson(revision),
});
