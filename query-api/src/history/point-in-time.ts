/** `?at=`: a revision of the stream, or an instant. */
import { recordedAtOf } from 'command-api/domain/command';
import { because } from 'command-api/domain/reasons/because';
import { refusal } from 'command-api/domain/reasons/refusal';
import { revisionToJson } from 'command-api/domain/values/revision';
import { HttpProblem } from 'service-kit/http/http-problem';
import * as z from 'zod';
import type { Moment } from './stream-history.ts';

export type At = { readonly revision: bigint } | { readonly instant: number };

const WHAT = because('not-a-moment');
export const At = z.string().transform((text, ctx): At => {
  if (/^\d{1,15}$/.test(text)) return { revision: BigInt(text) };
  const instant = z.iso.datetime({ offset: true }).safeParse(text);
  if (instant.success) return { instant: Date.parse(instant.data) };
  ctx.addIssue({ code: 'custom', message: WHAT });
  return z.NEVER;
});

/** From when it was known. */
const instantOf = ({ event }: Moment<unknown>): number => Date.parse(recordedAtOf(event.metadata));

/** What stood at the moment asked for. `isNewest`: nothing has happened in the stream since. */
export interface Stood<State> {
  readonly moment: Moment<State>;
  readonly isNewest: boolean;
}

/**
 * The last event before the first one that came later: clocks of several processes may differ by milliseconds, the
 * order of the stream counts.
 * @throws HttpProblem 400 where there is no such revision yet, 404 where the stream begins later
 */
export async function stoodAt<State>(moments: AsyncIterable<readonly Moment<State>[]>, at: At): Promise<Stood<State>> {
  let last: Moment<State> | undefined;
  let isNewest = true;
  for await (const piece of moments) {
    const later = piece.findIndex((moment) =>
      'revision' in at ? moment.event.revision > at.revision : instantOf(moment) > at.instant,
    );
    last = later < 0 ? piece.at(-1) : (piece[later - 1] ?? last);
    if (later < 0) continue;
    isNewest = false;
    break;
  }
  if (!last) throw new HttpProblem(refusal('nothing-there-then'));
  if ('revision' in at && last.event.revision !== at.revision) {
    const revisions = { revision: revisionToJson(at.revision), newest: revisionToJson(last.event.revision) };
    throw new HttpProblem(refusal('revision-not-yet', revisions), { field: 'at' });
  }
  return { moment: last, isNewest };
}

/** The instant at which it stood so, in milliseconds. */
export const momentOf = ({ moment, isNewest }: Stood<unknown>, at: At): number =>
  'instant' in at ? at.instant : isNewest ? Date.now() : instantOf(moment);
