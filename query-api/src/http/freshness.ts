/** How new an answer is: `X-Read-After` waits for a revision, and `X-Stale: true` says that the answer may be older than it should be. */
import { HttpProblem } from 'command-api/service/http';
import type { Context } from 'koa';
import type { Pool } from 'pg';
import { waitForRevision } from 'projections/schema/read-after';

/** Longest wait for a read model (decisions, "HTTP conventions"). */
export const READ_AFTER_MS = 2_000;
const MOST_REVISION = 2n ** 63n - 1n;

export interface ReadAfter {
  readonly stream: string;
  readonly revision: bigint;
}

/** `<stream>@<revision>`. @throws HttpProblem 400 */
export function parseReadAfter(header: string): ReadAfter {
  const [, stream = '', digits = ''] = /^([a-z][A-Za-z0-9._:-]{0,160})@(\d{1,19})$/.exec(header) ?? [];
  if (stream === '' || BigInt(digits) > MOST_REVISION) throw new HttpProblem('invalid', 'X-Read-After must be <stream>@<revision>');
  return { stream, revision: BigInt(digits) };
}

/** Whether an answer made `from` these streams (names, or prefixes that end in "-") can depend on `stream`. */
export const dependsOn = (from: readonly string[], stream: string): boolean =>
  from.some((source) => (source.endsWith('-') ? stream.startsWith(source) : stream === source));

/** A stream that stands still makes what comes from it stale until it is healed (architecture, rule 8). */
const anyParked = /* sql */ `select exists (select 1 from parked_stream where stream = any ($1::text[])) as parked`;

/**
 * Waits as the caller asked, answers, and marks the answer when it is not as new as it should be. A stream that the answer does not
 * come from is not waited for. @throws HttpProblem 400 when the header makes no sense
 */
export async function answerAsNewAsAsked(ctx: Context, db: Pool, from: readonly string[], answer: () => Promise<void>): Promise<void> {
  const header = ctx.get('x-read-after');
  const wanted = header ? parseReadAfter(header) : undefined;
  const reached = !wanted || !dependsOn(from, wanted.stream) || (await waitForRevision(db, wanted.stream, wanted.revision, READ_AFTER_MS));
  // Set before answering: a thing that is not there yet is 404 and stale.
  if (!reached) ctx.set('x-stale', 'true');
  await answer();
  const whole = from.filter((source) => !source.endsWith('-'));
  const parked = whole.length > 0 && (await db.query<{ parked: boolean }>(anyParked, [whole])).rows[0]?.parked === true;
  if (parked) ctx.set('x-stale', 'true');
}
