/** `If-Match: <version>`: the version of the entity that the person saw. Browsers and proxies may put it in quotes. */
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

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
