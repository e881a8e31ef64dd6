/**
 * How new an answer is: `X-Read-After` waits for a revision, and `X-Stale: true` says that the answer may be older than
 * it should be.
 */
import { refusal } from 'command-api/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import { createBatchedRead } from 'service-kit/concurrency/batched-read';
import { countWorkInProgress } from 'service-kit/concurrency/work-in-progress';
import type { Context } from 'koa';
import type { Pool } from 'pg';
import { AUDIT } from 'projections/schema/projections';
import { waitForRevision } from 'projections/schema/read-after';
import { mayHearOf } from './rights.ts';

/** Longest wait for a read model (decisions, "HTTP conventions"). */
export const READ_AFTER_MS = 2_000;
const MOST_REVISION = 2n ** 63n - 1n;
/** A page asks for a few things at once; somebody who keeps more waiting is answered as things are. */
const waiting = countWorkInProgress(20);

export interface ReadAfter {
  readonly stream: string;
  readonly revision: bigint;
}

/** `<stream>@<revision>`. @throws HttpProblem 400 */
export function parseReadAfter(header: string): ReadAfter {
  const [, stream = '', digits = ''] = /^([a-z][A-Za-z0-9._:-]{0,160})@(\d{1,19})$/.exec(header) ?? [];
  if (stream === '' || BigInt(digits) > MOST_REVISION) throw new HttpProblem(refusal('read-after-malformed'));
  return { stream, revision: BigInt(digits) };
}

/** Whether an answer made `from` these streams (names, or prefixes that end in "-") can depend on `stream`. */
export const dependsOn = (from: readonly string[], stream: string): boolean =>
  from.some((source) => (source.endsWith('-') ? stream.startsWith(source) : stream === source));

/** Whom an answer is about: a team, or a person and whatever teams they work in. */
export interface About {
  team?: string;
  user?: string;
  /** What is asked for may not all have been told yet. */
  isUnsettled?: boolean;
}

export interface Sources {
  /** The streams that the answer comes from, by name or by prefix. */
  readonly from: readonly string[];
  /** Made of the auditor's rows, where a stream has such, and not of those beside them. */
  readonly isAudit?: boolean | undefined;
  /** Nobody else waits. */
  readonly userId: string | undefined;
  /** Filled in by the answer. */
  readonly about: About;
}

/**
 * Waits as the caller asked, answers, and marks the answer when it is not as new as it should be. A stream that the
 * answer does not come from is not waited for. @throws HttpProblem 400 when the header makes no sense
 */
export type Freshness = (ctx: Context, sources: Sources, answer: () => Promise<void>) => Promise<void>;

export function createFreshness(db: Pool): Freshness {
  /**
   * Almost always nothing does: planning the long question took as long as the rest of a read. All who ask at one time
   * are answered by one statement.
   */
  const anyStands = createBatchedRead<undefined, boolean>(async () => {
    const still =
      (
        await db.query<{ still: boolean }>({
          name: 'any-stale',
          text: 'select exists (select 1 from stale_stream) as still',
        })
      ).rows[0]?.still === true;
    return () => still;
  });
  return async (ctx, sources, answer) => {
    const header = ctx.get('x-read-after');
    const wanted = header ? parseReadAfter(header) : undefined;
    // Set before answering: a thing that is not there yet is 404 and stale.
    if (wanted && !(await reached(db, sources, wanted))) ctx.set('x-stale', 'true');
    await answer();
    const mayStand = sources.from.length > 0 && (await anyStands('', undefined));
    if (sources.about.isUnsettled || (mayStand && (await standsStill(db, sources)))) ctx.set('x-stale', 'true');
  };
}

/**
 * What the caller may not know of is waited for in vain, like what is not there: neither the time nor the mark tells
 * one from the other.
 */
async function reached(
  db: Pool,
  { from, userId, isAudit }: Sources,
  { stream, revision }: ReadAfter,
): Promise<boolean> {
  if (userId === undefined || !dependsOn(from, stream)) return true;
  const leave = waiting(userId);
  if (!leave) return false;
  try {
    return await waitForRevision(db, stream, revision, READ_AFTER_MS, () => mayHearOf(db, stream, userId), isAudit);
  } finally {
    leave();
  }
}

/**
 * Whether rows that the answer comes from stand still (architecture, rule 8), or are being compared with another log.
 * Of the streams that are named by a prefix, those count that are of the teams the answer is about; one that stands
 * still before its first event is nobody's yet, and may be theirs. $1 names · $2 prefixes · $3 team or null · $4 person
 * or null · $5 whether the auditor's rows count, rather than the clinical ones
 */
const staleSource = /* sql */ `
select exists (
  select 1
  from stale_stream s
  cross join lateral (
    select array(select $3::text where $3::text is not null
           union select m.team_id from team_member m where m.user_id = $4
           union select t.team_id from team t where t.admin_id = $4
           union select r.team_id from review r where r.author_id = $4) as teams, substr(s.stream, strpos(s.stream, '-') + 1) as id
  ) its
  where s.projection <> case when $5::boolean then 'clinical' else '${AUDIT}' end
    and (s.stream = any ($1::text[])
     or (exists (select 1 from unnest($2::text[]) as source(prefix) where starts_with(s.stream, source.prefix))
         and case split_part(s.stream, '-', 1)
               when 'admission' then coalesce((select a.team_id = any (its.teams) from admission a where a.admission_id = its.id), true)
               when 'patient' then coalesce((select p.team_id = any (its.teams) from patient p where p.patient_id = its.id), true)
               when 'team' then coalesce((select t.team_id = any (its.teams) from team t where t.team_id = its.id), true)
               when 'user' then exists (select 1 from team_member m where m.user_id = its.id and m.team_id = any (its.teams))
                             or exists (select 1 from review r where r.author_id = its.id and r.team_id = any (its.teams))
               else true
             end))
) as still`;

async function standsStill(db: Pool, { from, isAudit = false, about: { team, user } }: Sources): Promise<boolean> {
  const isPrefix = (source: string): boolean => source.endsWith('-');
  const values = [
    from.filter((source) => !isPrefix(source)),
    from.filter(isPrefix),
    team ?? null,
    team === undefined ? (user ?? null) : null,
    isAudit,
  ];
  return (await db.query<{ still: boolean }>(staleSource, values)).rows[0]?.still === true;
}
