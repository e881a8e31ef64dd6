/**
 * The freshness of an answer: `X-Read-After` waits for revisions, and `X-Stale: true` says that the answer may be
 * outdated.
 */
import { limits } from 'language/domain/values/codes';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import { countWorkInProgress } from 'service-kit/concurrency/work-in-progress';
import type { Context } from 'koa';
import type { Pool } from 'pg';
import { AUDIT } from 'projections/schema/projections';
import { waitForRevision } from 'projections/schema/read-after';
import { canKnowStream } from './rights.ts';

/** The longest wait for a read model (docs/product.md, "X-Read-After"). */
export const READ_AFTER_MS = 2_000;
const MAX_REVISION = 2n ** 63n - 1n;
/** Waits of one person at a time. A page makes a few reads at once; further reads are answered without a wait. */
const startWait = countWorkInProgress(20);

export interface ReadAfter {
  readonly stream: string;
  readonly revision: bigint;
}

/** `<stream>@<revision>`, or several with commas between. @throws HttpProblem 400 */
export function parseReadAfter(header: string): ReadAfter[] {
  const parts = header.split(',');
  if (parts.length > limits.readAfterStreams) throw new HttpProblem(refusal('read-after-malformed'));
  return parts.map((part) => parseOne(part.trim()));
}

function parseOne(part: string): ReadAfter {
  const [, stream = '', digits = ''] = /^([a-z][A-Za-z0-9._:-]{0,160})@(\d{1,19})$/.exec(part) ?? [];
  if (stream === '' || BigInt(digits) > MAX_REVISION) throw new HttpProblem(refusal('read-after-malformed'));
  return { stream, revision: BigInt(digits) };
}

/** True if an answer `from` these streams, or prefixes that end in "-", can depend on `stream`. */
export const dependsOn = (from: readonly string[], stream: string): boolean =>
  from.some((source) => (source.endsWith('-') ? stream.startsWith(source) : stream === source));

/** The subject of an answer: a team, or a person and the teams that they work in. */
export interface About {
  team?: string;
  user?: string;
  /** Not all events of the requested instant may have arrived yet. */
  isUnsettled?: boolean;
  /** True if any stream was stale when the caller's rights were checked; unset if they were not. */
  isAnyStale?: boolean;
}

export interface Sources {
  /** The streams that the answer comes from, by name or by prefix. */
  readonly from: readonly string[];
  /** The answer comes from the audit rows of the streams that have them. */
  readonly isAudit?: boolean | undefined;
  /** The caller; undefined without a token, and then there is no wait. */
  readonly userId: string | undefined;
  /** Set while the answer is made. */
  readonly about: About;
}

/**
 * Waits for the revisions that the caller names, answers, and marks an outdated answer. A stream that the answer does
 * not come from is not waited for.
 * @throws HttpProblem 400 for a malformed header
 */
export type Freshness = (ctx: Context, sources: Sources, answer: () => Promise<void>) => Promise<void>;

export function createFreshness(db: Pool): Freshness {
  /**
   * Almost always no stream is stale, and planning `staleSource` took as long as the rest of a read. Most reads know it
   * from the check of rights: half of a small read's processor time in Node went into writing to sockets.
   */
  const hasStaleStream = async (): Promise<boolean> => {
    const { rows } = await db.query<{ stale: boolean }>({
      name: 'any-stale',
      text: 'select exists (select 1 from stale_stream) as stale',
    });
    return rows[0]?.stale === true;
  };
  return async (ctx, sources, answer) => {
    const header = ctx.get('x-read-after');
    const wanted = header ? parseReadAfter(header) : [];
    // Set before the answer, because a 404 for a thing that is not projected yet is stale as well.
    if (!(await hasReached(db, sources, wanted))) ctx.set('x-stale', 'true');
    await answer();
    const canBeStale = sources.from.length > 0 && (sources.about.isAnyStale ?? (await hasStaleStream()));
    if (sources.about.isUnsettled || (canBeStale && (await isStale(db, sources)))) ctx.set('x-stale', 'true');
  };
}

/**
 * A stream that the caller may not know of is waited for until the timeout, like one that does not exist: neither the
 * time nor `X-Stale` distinguishes the two.
 */
async function hasReached(
  db: Pool,
  { from, userId, isAudit }: Sources,
  wanted: readonly ReadAfter[],
): Promise<boolean> {
  if (userId === undefined) return true;
  const awaited = wanted.filter(({ stream }) => dependsOn(from, stream));
  if (awaited.length === 0) return true;
  const leave = startWait(userId);
  if (!leave) return false;
  try {
    const reached = await Promise.all(
      awaited.map(({ stream, revision }) => {
        const canKnow = () => canKnowStream(db, stream, userId, revision);
        return waitForRevision(db, stream, revision, READ_AFTER_MS, canKnow, isAudit);
      }),
    );
    return reached.every(Boolean);
  } finally {
    leave();
  }
}

/**
 * True if a source of the answer is parked (docs/architecture.md, "Rule 8: no clinical event is
 * skipped") or in doubt. Of the streams of a prefix, those of the answer's teams count, and those
 * that stopped before their first event, because their team is unknown. $1 names · $2 prefixes · $3
 * team or null · $4 person or null · $5 whether the audit rows count instead of the clinical rows
 */
const staleSource = /* sql */ `
select exists (
  select 1
  from stale_stream s
  cross join lateral (
    select array(
             select $3::text where $3::text is not null
             union select m.team_id from team_member m where m.user_id = $4
             union select t.team_id from team t where t.admin_id = $4
             union select r.team_id from review r where r.author_id = $4
           ) as teams,
           substr(s.stream, strpos(s.stream, '-') + 1) as id
  ) its
  where s.projection <> case when $5::boolean then 'clinical' else '${AUDIT}' end
    and (
      s.stream = any ($1::text[])
      or (
        exists (select 1 from unnest($2::text[]) as source(prefix) where starts_with(s.stream, source.prefix))
        and case split_part(s.stream, '-', 1)
          when 'admission' then
            coalesce((select a.team_id = any (its.teams) from admission a where a.admission_id = its.id), true)
          when 'patient' then
            coalesce((select p.team_id = any (its.teams) from patient p where p.patient_id = its.id), true)
          when 'team' then
            coalesce((select t.team_id = any (its.teams) from team t where t.team_id = its.id), true)
          when 'user' then
            exists (select 1 from team_member m where m.user_id = its.id and m.team_id = any (its.teams))
            or exists (select 1 from review r where r.author_id = its.id and r.team_id = any (its.teams))
          else true
        end
      )
    )
) as stale`;

async function isStale(db: Pool, { from, isAudit = false, about: { team, user } }: Sources): Promise<boolean> {
  const isPrefix = (source: string): boolean => source.endsWith('-');
  const values = [
    from.filter((source) => !isPrefix(source)),
    from.filter(isPrefix),
    team ?? null,
    team === undefined ? (user ?? null) : null,
    isAudit,
  ];
  return (await db.query<{ stale: boolean }>(staleSource, values)).rows[0]?.stale === true;
}
