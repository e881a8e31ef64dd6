/**
 * The export of an auditor's search: lines of JSON, signed in parts, so that the writer and the checker
 * (`verify-export` in `infra`) hold one part at a time in memory.
 *
 *     {"format", "team", "search", "exportedAt", "exportedBy", "publicKey"}
 *     {"change": {…}}                                     as in the answer of the search
 *     {"signed": "{\"part\":1,\"previous\":<SHA-256 of the previous signed text>,\"last\":false,
 *         \"lines\":[[<label>,<SHA-256 of the line>], …]}", "signature"}
 */
import type { Signing } from 'service-kit/security/signing';
import type { Snapshot } from '../http/long-answers.ts';
import { allChanges, type ChangeRow, changeOf, type ErrorSearch } from './error-search.ts';
import { createSignedLines } from './signed-lines.ts';

export const ERRORS_FORMAT = 'clinical-pharmacy-errors-1';

export interface ErrorExport {
  readonly search: ErrorSearch;
  readonly timeZone: string;
  /** The user id of the person who exports. */
  readonly by: string;
  readonly at: Date;
  readonly signing: Signing;
  /** Lines in a part. */
  readonly part?: number;
}

export async function* signedChanges(
  snapshot: Snapshot,
  { search, timeZone, by, at, signing, part = 1_000 }: ErrorExport,
): AsyncGenerator<string> {
  const lines = createSignedLines(signing);
  let parts = 0;
  const sign = (isLast: boolean): string =>
    lines.signature({ part: (parts += 1), previous: lines.previous, last: isLast });
  const { text, values } = allChanges(search, timeZone);
  const found = await snapshot.text<ChangeRow>(text, values, (row) => {
    const change = changeOf(row);
    return lines.line(`change ${change._id}`, { change }) + (lines.open >= part ? sign(false) : '');
  });
  const { team, ...requested } = search;
  yield lines.line('header', {
    format: ERRORS_FORMAT,
    team,
    search: { ...requested, timeZone },
    exportedAt: at.toISOString(),
    exportedBy: by,
    publicKey: signing.publicKey,
  });
  yield* found;
  yield sign(true);
}
