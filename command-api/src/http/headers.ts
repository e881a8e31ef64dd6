/**
 * The headers of a command.
 * `Idempotency-Key: <uuid>`: the command's id, made here if none is sent (docs/product.md, "Idempotency-Key").
 * `If-Match: <version>`: the version of the entity that the person saw. Browsers and proxies may put it in quotes.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { v5 as uuidv5, validate } from 'uuid';
import { refusal } from 'language/domain/reasons/refusal';
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

/**
 * The mark of the body that a key was sent with. The key itself makes the hash, and is stored
 * nowhere, so a text cannot be guessed and tried.
 * @param key the header, empty when absent
 * @param body parsed JSON, in any order of its fields; or bytes
 * @returns undefined without a key: then no request can come again
 */
export function bodyMarkOf(key: string, body: unknown): Buffer | undefined {
  if (key === '') return undefined;
  return createHmac('sha256', key.toLowerCase())
    .update(Buffer.isBuffer(body) ? body : JSON.stringify(body, withSortedFields))
    .digest();
}
const withSortedFields = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * @param header empty when absent
 * @returns undefined when absent: the edit then counts as based on the newest version
 * @throws HttpProblem 400 if it is not a version
 */
export function basedOn(header: string): bigint | undefined {
  if (header === '') return undefined;
  const version = /^(?:W\/)?"?(\d{1,18})"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw new HttpProblem(refusal('if-match-malformed'), { field: 'if-match' });
  return BigInt(version);
}
