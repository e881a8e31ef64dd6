/** `Idempotency-Key: <uuid>`: the command's id, made here where none is sent (decisions, "HTTP conventions"). */
import { randomUUID } from 'node:crypto';
import { v5 as uuidv5, validate } from 'uuid';
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

/** Stands for the caller where nobody is signed in yet. */
const NOBODY = 'c2a51a55-5a0b-5d0c-8b35-0f6d2f3f7a01';

/**
 * @param key the header, empty when absent
 * @param userId a key counts per user; undefined before sign-up
 * @returns a uuid
 * @throws HttpProblem 400 when the key is no uuid
 */
export function commandIdOf(key: string, userId: string | undefined): string {
  if (key !== '' && !validate(key))
    throw new HttpProblem(refusal('idempotency-key-malformed'), { field: 'idempotency-key' });
  return uuidv5(key === '' ? randomUUID() : key.toLowerCase(), userId ?? NOBODY);
}

/** The id of something that a command makes: the same command makes the same id. */
export const madeBy = (commandId: string, what: string): string => uuidv5(what, commandId);

/** A part that is short enough for `<admissionId>.<part>`: 48 bits, told apart within one admission. */
export const shortIdMadeBy = (commandId: string, what: string): string =>
  madeBy(commandId, what).replaceAll('-', '').slice(0, 12);

const INSTEAD_OF = '5b1f0c86-3d0e-5f57-9a53-0c7a3b1d9e42';

/**
 * The id of something that is written instead of a deleted thing: whoever brings it back, with whichever command, makes
 * the same.
 */
export const madeInsteadOf = (what: string): string => uuidv5(what, INSTEAD_OF);
