/**
 * The log as people read it: timelines, charts as they were, the life of one error. Rights are those of the thing
 * itself, as it stands today.
 */
import { because } from 'command-api/domain/reasons/because';
import { refusal } from 'command-api/domain/reasons/refusal';
import { Readable } from 'node:stream';
import type {
  ChartAsOf,
  EntryLife,
  HistoryThing,
  Moments,
  TeamVerification,
  Timeline,
} from 'command-api/contract/history';
import { admissionOfReview } from 'command-api/domain/admission/events';
import { limits } from 'command-api/domain/codes';
import { Id } from 'command-api/domain/fields';
import { revisionToJson } from 'command-api/domain/revision';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import { countUnderWay } from 'service-kit/concurrency/work-in-progress';
import * as z from 'zod';
import { admissionTelling } from '../../history/describe-admission.ts';
import { chartAsOf } from '../../history/chart-as-of.ts';
import { entryLife } from '../../history/entry-life.ts';
import { exportLines } from '../../history/export.ts';
import type { Lives, Moment } from '../../history/stream-history.ts';
import { At } from '../../history/requested-moment.ts';
import { momentsOf } from '../../history/moments.ts';
import { drugTelling, patientTelling, teamTelling } from '../../history/describe-others.ts';
import { concerns, type Telling, told } from '../../history/describe-change.ts';
import { verify } from '../../history/verify.ts';
import { AFTER, verifyTeam } from '../../history/verify-team.ts';
import type { Accessed } from '../accesses/access-log.ts';
import { PageNumber } from '../pages.ts';
import { type Asked, read, type ReadRoute, WrittenAnswer } from '../read-route.ts';
import { auditedTeam, chartOpened, patientOpened, readableTeam } from '../rights.ts';

const Thing = z
  .string()
  .regex(
    /^(admission|review|entry|note|gallery|medication|medications|patient|team|member|drug):[A-Za-z0-9._:-]{1,80}$/,
    because('unknown-thing'),
  )
  .transform((text) => text as HistoryThing);
const TimelineInput = z.object({ id: Id, of: Thing.optional(), pageNumber: PageNumber });

interface Found {
  readonly teamId: string;
  readonly patientId: string;
  readonly erased: boolean;
}

/**
 * What has been deleted has no row any more: its team stands in its first event's metadata, which say nothing of a
 * person.
 * @throws HttpProblem as `readableTeam`
 */
async function readableStream<State>(asked: Asked<unknown>, lives: Lives<State>, id: string): Promise<Found> {
  const { teamId, patientId = '' } = (await lives.first(id))?.metadata ?? {};
  if (teamId === undefined) throw notFound();
  await readableTeam(asked, 'team', teamId);
  return { teamId, patientId, erased: patientId !== '' && (await asked.house.history.isErased(patientId)) };
}

async function readableAdmission(asked: Asked<unknown>, id: string): Promise<Found> {
  const found = await readableStream(asked, asked.house.history.admissions, id);
  asked.accessed(chartOpened(found.teamId, id, found.patientId));
  return found;
}

async function readablePatient(asked: Asked<unknown>, id: string): Promise<Found> {
  const found = await readableStream(asked, asked.house.history.patients, id);
  asked.accessed(patientOpened(found.teamId, id));
  return found;
}

async function timeline<State>(
  asked: Asked<z.output<typeof TimelineInput>>,
  lives: Lives<State>,
  telling: Telling<State>,
  erased = false,
): Promise<Timeline> {
  const { house, input } = asked;
  const { id, of, pageNumber } = input;
  const first = (pageNumber - 1) * limits.pageSize;
  const page: Moment<State>[] = [];
  let total = 0;
  let revision: bigint | undefined;
  for await (const piece of erased ? lives.shadows(id) : lives.moments(id)) {
    revision = piece.at(-1)?.event.revision;
    for (const moment of piece) {
      if (of !== undefined && !concerns(telling, id, moment, of)) continue;
      if (total >= first && page.length < limits.pageSize) page.push(moment);
      total += 1;
    }
  }
  if (revision === undefined) throw notFound();
  return {
    stream: lives.stream(id),
    revision: revisionToJson(revision),
    events: await Promise.all(
      page.map((moment) => told(telling, house.history.people, house.timeZone, id, moment, of)),
    ),
    ...(erased ? { erased } : {}),
    page: pageNumber,
    pages: Math.ceil(total / limits.pageSize),
    total,
  };
}

/** Of an entry that is there, or was changed by itself; one that went with its review is found by that review's id. */
const admissionOfEntry = /* sql */ `
select coalesce(
  (select e.admission_id from review_entry e where e.entry_id = $1),
  (select substr(c.stream, length('admission-') + 1) from change c where c.touched @> array['entry:' || $1] limit 1)) as admission_id`;

/** Both read a whole stream: a person has two under way at most. */
const reading = countUnderWay(2);

function startReading({ caller }: Asked<unknown>): () => void {
  const leave = reading(caller.userId);
  if (!leave) throw new HttpProblem(refusal('own-checks-under-way'), { retryAfterSeconds: 5 });
  return leave;
}

async function exported(asked: Asked<unknown>, stream: string): Promise<WrittenAnswer> {
  const { history } = asked.house;
  const leave = startReading(asked);
  try {
    const [anchors, sealed] = await Promise.all([history.seals.anchorsOf(stream), history.seals.countOf(stream)]);
    const lines = exportLines({
      stream,
      events: history.log.readRaw(stream),
      anchors,
      sealed,
      by: asked.caller.userId,
      at: new Date(),
      signing: history.signing,
    });
    return new WrittenAnswer(Readable.from(lines).once('close', leave), 'application/x-ndjson', `${stream}.ndjson`);
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * What somebody looks at, in the words of the access log, and the teams that are told: a drug is everybody's, and so
 * each team's of whoever looks.
 */
interface Looked {
  readonly stream: string;
  readonly teams: readonly string[];
  readonly past: Extract<Accessed, { type: 'HistoryRead' }>['data'];
}

function looked(
  asked: Asked<unknown>,
  type: 'HistoryRead' | 'HistoryVerified' | 'HistoryExported',
  { stream, teams, past }: Looked,
): void {
  // Whoever exports twice has taken two files along.
  for (const teamId of teams)
    asked.accessed({ type, teamId, data: past, ...(type === 'HistoryExported' ? {} : { same: stream }) });
}

async function teamOf(asked: Asked<{ id: string }>): Promise<Looked> {
  const teamId = await readableTeam(asked, 'team', asked.input.id);
  return { stream: asked.house.history.teams.stream(teamId), teams: [teamId], past: { of: 'team' } };
}

async function drugOf(asked: Asked<{ id: string }>): Promise<Looked> {
  const { house, caller, input, db } = asked;
  if (!(await house.history.drugs.first(input.id))) throw notFound();
  const { rows } = await db.query<{ team_id: string }>(
    'select team_id from team t where admin_id = $1 or exists (select from team_member m where m.team_id = t.team_id and m.user_id = $1 and not m.disabled)',
    [caller.userId],
  );
  return {
    stream: house.history.drugs.stream(input.id),
    teams: rows.map((row) => row.team_id),
    past: { of: 'drug', drugId: input.id },
  };
}

/** `verify` and `export` of a kind of stream. @param of once the caller may read it */
const proofsOf = (
  kind: 'admissions' | 'patients' | 'teams' | 'drugs',
  of: (asked: Asked<{ id: string }>) => Promise<Looked>,
): ReadRoute[] => [
  read(`/api/history/${kind}/:id/verify`, {
    input: z.object({ id: Id }),
    from: () => ['team-'],
    async answer(asked) {
      const { log, seals, signing } = asked.house.history;
      const it = await of(asked);
      looked(asked, 'HistoryVerified', it);
      const leave = startReading(asked);
      return verify({ log, seals, publicKey: signing.publicKey }, it.stream).finally(leave);
    },
  }),
  read(`/api/history/${kind}/:id/export`, {
    input: z.object({ id: Id }),
    from: () => ['team-'],
    async answer(asked) {
      const it = await of(asked);
      looked(asked, 'HistoryExported', it);
      return exported(asked, it.stream);
    },
  }),
];

const proofs: readonly ReadRoute[] = [
  ...proofsOf('admissions', async (asked) => {
    const { id } = asked.input;
    const { teamId, patientId } = await readableAdmission(asked, id);
    return {
      stream: asked.house.history.admissions.stream(id),
      teams: [teamId],
      past: { of: 'admission', admissionId: id, patientId },
    };
  }),
  ...proofsOf('patients', async (asked) => {
    const { id } = asked.input;
    const { teamId } = await readablePatient(asked, id);
    return { stream: asked.house.history.patients.stream(id), teams: [teamId], past: { of: 'patient', patientId: id } };
  }),
  ...proofsOf('teams', teamOf),
  ...proofsOf('drugs', drugOf),
  /** @throws HttpProblem 403 for members other than the admin and the auditors */
  read('/api/history/teams/:id/verifyAll', {
    input: z.object({ id: Id, after: z.string().regex(AFTER, because('unknown-cursor')).optional() }),
    from: () => ['team-'],
    async answer(asked): Promise<TeamVerification> {
      const { log, seals, signing } = asked.house.history;
      const { team } = await auditedTeam(asked, asked.input.id);
      looked(asked, 'HistoryVerified', { stream: `everything of ${team}`, teams: [team], past: { of: 'everything' } });
      const leave = startReading(asked);
      return verifyTeam({ log, seals, publicKey: signing.publicKey }, team, asked.input.after).finally(leave);
    },
  }),
];

export const historyRoutes: readonly ReadRoute[] = [
  read('/api/history/admissions/:id', {
    input: TimelineInput.extend({ at: At.optional() }),
    from: () => ['team-'],
    async answer(asked): Promise<Timeline | ChartAsOf> {
      const { house, db, input } = asked;
      const { erased } = await readableAdmission(asked, input.id);
      if (input.at === undefined) return timeline(asked, house.history.admissions, admissionTelling, erased);
      if (erased) throw new HttpProblem(refusal('patient-erased'));
      return chartAsOf({ history: house.history, db, timeZone: house.timeZone }, input.id, input.at);
    },
  }),
  read('/api/history/admissions/:id/moments', {
    input: z.object({ id: Id }),
    from: () => ['team-'],
    async answer(asked): Promise<Moments> {
      const { id } = asked.input;
      const { admissions } = asked.house.history;
      const { erased } = await readableAdmission(asked, id);
      return momentsOf(admissions.stream(id), erased ? admissions.shadows(id) : admissions.moments(id), erased);
    },
  }),
  read('/api/history/entries/:id', {
    input: z.object({ id: Id, review: Id.optional() }),
    from: () => ['admission-', 'team-'],
    async answer(asked): Promise<EntryLife> {
      const { house, db, input } = asked;
      const admissionId =
        input.review === undefined
          ? (await db.query<{ admission_id: string | null }>(admissionOfEntry, [input.id])).rows[0]?.admission_id
          : admissionOfReview(input.review);
      if (!admissionId) throw notFound();
      const { erased } = await readableAdmission(asked, admissionId);
      if (erased) throw new HttpProblem(refusal('patient-erased'));
      return entryLife(
        house.history.people,
        house.timeZone,
        admissionId,
        house.history.admissions.moments(admissionId),
        input.id,
      );
    },
  }),
  read('/api/history/patients/:id', {
    input: TimelineInput,
    from: () => ['team-'],
    async answer(asked): Promise<Timeline> {
      const { patients } = asked.house.history;
      const { erased } = await readablePatient(asked, asked.input.id);
      return timeline(asked, patients, patientTelling, erased);
    },
  }),
  read('/api/history/teams/:id', {
    input: TimelineInput,
    from: () => ['team-'],
    async answer(asked): Promise<Timeline> {
      looked(asked, 'HistoryRead', await teamOf(asked));
      return timeline(asked, asked.house.history.teams, teamTelling);
    },
  }),
  read('/api/history/drugs/:id', {
    input: TimelineInput,
    from: () => [],
    async answer(asked): Promise<Timeline> {
      looked(asked, 'HistoryRead', await drugOf(asked));
      return timeline(asked, asked.house.history.drugs, drugTelling);
    },
  }),
  ...proofs,
];
