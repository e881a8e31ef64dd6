/**
 * `If-Match: <version>`: the version of the entity that the person was looking at; browsers and proxies may put it in
 * quotes.
 */
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

/**
 * @param header empty when absent
 * @returns undefined when absent: the edit is then taken as based on the newest
 * @throws HttpProblem 400 when it is no version
 */
export function basedOn(header: string): bigint | undefined {
  if (header === '') return undefined;
  const version = /^(?:W\/)?"?(\d{1,18})"?$/.exec(header.trim())?.[1];
  if (version === undefined) throw new HttpProblem(refusal('if-match-malformed'), { field: 'if-match' });
  return BigInt(version);
}
