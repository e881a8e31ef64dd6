/** `Idempotency-Key: <uuid>`: the command's id, made here if none is sent (docs/product.md, "Idempotency-Key"). */
import { randomUUID } from 'node:crypto';
import { v5 as uuidv5, validate } from 'uuid';
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

/** In place of the caller before sign-in. */
const SIGNED_OUT = 'c2a51a55-5a0b-5d0c-8b35-0f6d2f3f7a01';

/**
 * @param key the header, empty when absent
 * @param userId a key counts per user; undefined before sign-up
 * @returns a uuid
 * @throws HttpProblem 400 if the key is not a uuid
 */
export function commandIdOf(key: string, userId: string | undefined): string {
  if (key !== '' && !validate(key))
    throw new HttpProblem(refusal('idempotency-key-malformed'), { field: 'idempotency-key' });
  return uuidv5(key === '' ? randomUUID() : key.toLowerCase(), userId ?? SIGNED_OUT);
}
