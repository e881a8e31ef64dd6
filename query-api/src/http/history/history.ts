/** Histories from the log: timelines, past charts, and the history of one error. Rights are those of today. */
import * as historyCalls from 'language/contract/calls/history';
import { because } from 'language/domain/reasons/because';
import { refusal } from 'language/domain/reasons/refusal';
import type {
  ChartAsOf,
  EntryLife,
  HistoryThing,
  Moments,
  TeamVerification,
  Timeline,
} from 'language/contract/history';
import { admissionOfReview } from 'language/domain/admission/events';
import { catalogueStream } from 'language/domain/catalogue/events';
import { knownEvent } from 'language/domain/event-schema';
import { patientEvents } from 'language/domain/patient/events';
import { patientIdsOf } from 'language/domain/patient/merged-patients';
import { limits } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { revisionToJson } from 'language/domain/values/revision';
import { limitPerUser } from 'service-kit/concurrency/semaphore';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { anchorLines } from '../../history/anchor-export.ts';
import { admissionDescriber } from '../../history/describe-admission.ts';
import { chartAsOf } from '../../history/chart-as-of.ts';
import { type EntryChart, entryLife, originOf } from '../../history/entry-life.ts';
import { exportLines } from '../../history/stream-export.ts';
import { inOrder, newestState, type StreamHistory, type Transition } from '../../history/stream-history.ts';
import { PointInTime } from '../../history/point-in-time.ts';
import { momentsOf } from '../../history/moments.ts';
import { drugDescriber, patientDescriber, teamDescriber } from '../../history/describe-patient-team-drug.ts';
import { concerns, type ChangeDescriber, describeChange } from '../../history/describe-change.ts';
import { verifyStream } from '../../history/verify-stream.ts';
import { AFTER, verifyTeam } from '../../history/verify-team.ts';
import type { Accessed } from '../accesses/access-log.ts';
import type { LongAnswerPlace } from '../long-answers.ts';
import { PageNumber, pageOf, rowsBefore } from '../pages.ts';
import { type ReadRequest, read, WrittenAnswer } from '../read-route.ts';
import { patientOf } from '../rights.ts';
import { auditedTeam, chartOpened, logsOf, patientOpened, readableTeam } from '../readable-team.ts';

const Thing = z
  .string()
  .regex(
    /^(admission|review|entry|note|gallery|medication|medications|measurement|measurements|homeMedication|reconciled|patient|allergy|team|member|drug):[A-Za-z0-9._:-]{1,80}$/,
    because('unknown-thing'),
  )
  .transform((text) => text as HistoryThing);
const TimelineInput = z.object({ id: Id, of: Thing.optional(), pageNumber: PageNumber });

interface Found {
  readonly teamId: string;
  readonly patientId: string;
  readonly isErased: boolean;
  /** The team that has it, if the caller reads it as the patient's team. */
  readonly owner?: string;
  /** The last revision that the caller may read: of a team that has transferred the patient. Undefined: all. */
  readonly upTo?: bigint;
}

/**
 * The teams come from the metadata of the stream's events, because a deleted thing has no row. Every event names the
 * team that the thing belonged to after it, so the newest one names the present team, and a team that has transferred it
 * reads up to its own last event. The whole stream is read for such a team alone.
 * @param teamOfNow a team that reads all of it although no event names it
 * @throws HttpProblem as `readableTeam`
 */
async function readableStream<State>(
  request: ReadRequest<unknown>,
  streamHistory: StreamHistory<State>,
  id: string,
  teamOfNow?: string,
): Promise<Found> {
  const newest = await streamHistory.newest(id);
  if (!newest) throw notFound();
  const { patientId = '', teamId: ownerId } = newest.metadata;
  const { history, rights } = request.dependencies;
  // The key stays where other teams have admissions of the person.
  const isErased = newest.type === 'AdmissionErased' || (patientId !== '' && (await history.isErased(patientId)));
  const found = { patientId, isErased };
  const isReader = async (teamId: string): Promise<boolean> =>
    (await rights.team(teamId, request.caller.userId)) !== undefined;
  const asReader = async (teamId: string): Promise<Found> => ({
    ...found,
    teamId: await readableTeam(request, 'team', teamId),
  });
  if (ownerId !== undefined && (await isReader(ownerId))) return asReader(ownerId);
  if (teamOfNow !== undefined && (await isReader(teamOfNow)))
    return { ...(await asReader(teamOfNow)), ...(ownerId === undefined ? {} : { owner: ownerId }) };
  const [owner, ...earlier] = await ownersOf(streamHistory, id);
  // It has come to a team of the caller in between, or the newest event names no team.
  if (owner && (await isReader(owner.teamId))) return asReader(owner.teamId);
  for (const { teamId, upTo } of earlier) if (await isReader(teamId)) return { ...(await asReader(teamId)), upTo };
  throw notFound();
}

/** The teams that a thing has belonged to, the newest first, with the last revision of each. */
async function ownersOf<State>(
  streamHistory: StreamHistory<State>,
  id: string,
): Promise<{ readonly teamId: string; readonly upTo: bigint }[]> {
  const last = new Map<string, bigint>();
  for await (const batch of streamHistory.transitions(id))
    for (const { event } of batch) {
      const { teamId } = event.metadata;
      const ofPatient = knownEvent(patientEvents, event);
      if (ofPatient?.type === 'PatientErasedFromTeam') last.delete(ofPatient.data.fromTeamId);
      if (teamId !== undefined) last.set(teamId, event.revision);
    }
  return [...last].map(([teamId, upTo]) => ({ teamId, upTo })).toSorted((a, b) => Number(b.upTo - a.upTo));
}

/** The transitions that the caller may read. */
async function* within<State>(
  transitions: AsyncIterable<readonly Transition<State>[]>,
  upTo: bigint | undefined,
): AsyncGenerator<readonly Transition<State>[]> {
  for await (const batch of transitions) {
    const later = upTo === undefined ? -1 : batch.findIndex(({ event }) => event.revision > upTo);
    if (later < 0) yield batch;
    else {
      if (later > 0) yield batch.slice(0, later);
      return;
    }
  }
}

/** @throws HttpProblem 403: what is sealed and exported is the whole stream, with what came after the transfer */
function refuseTransferred({ upTo }: Found): void {
  if (upTo !== undefined) throw new HttpProblem(refusal('chart-transferred'));
}

/** Who has received a patient reads their earlier admissions, which stayed with the other team. */
const teamOfPatientOf = async ({ db }: ReadRequest<unknown>, admissionId: string): Promise<string | undefined> =>
  (
    await db.query<{ team_id: string }>(
      `select p.team_id from admission a cross join lateral (${patientOf('a')}) p where a.admission_id = $1`,
      [admissionId],
    )
  ).rows[0]?.team_id;

async function readableAdmission(request: ReadRequest<unknown>, id: string): Promise<Found> {
  const { admissions } = request.dependencies.history;
  const found = await readableStream(request, admissions, id, await teamOfPatientOf(request, id));
  for (const teamId of logsOf(found.teamId, found.owner)) request.accessed(chartOpened(teamId, id, found.patientId));
  return found;
}

async function readablePatient(request: ReadRequest<unknown>, id: string): Promise<Found> {
  const found = await readableStream(request, request.dependencies.history.patients, id);
  request.accessed(patientOpened(found.teamId, id));
  return found;
}

async function timeline<State>(
  request: ReadRequest<z.output<typeof TimelineInput>>,
  streamHistory: StreamHistory<State>,
  describer: ChangeDescriber<State>,
  { isErased = false, ids, upTo }: { isErased?: boolean; ids?: readonly string[]; upTo?: bigint } = {},
): Promise<Timeline> {
  const { dependencies, input } = request;
  const { id, of, pageNumber } = input;
  const first = rowsBefore(pageNumber);
  const page: { id: string; transition: Transition<State> }[] = [];
  let total = 0;
  let revision: bigint | undefined;
  // A team that has transferred the patient reads this stream only, up to its own last event.
  for await (const { id: whose, batch: all } of inOrder(
    streamHistory,
    upTo === undefined ? (ids ?? [id]) : [id],
    isErased,
  )) {
    const batch = upTo === undefined ? all : all.filter(({ event }) => event.revision <= upTo);
    if (whose === id) revision = batch.at(-1)?.event.revision ?? revision;
    for (const transition of batch) {
      if (of !== undefined && !concerns(describer, whose, transition, of)) continue;
      if (total >= first && page.length < limits.pageSize) page.push({ id: whose, transition });
      total += 1;
    }
  }
  if (revision === undefined) throw notFound();
  return {
    stream: streamHistory.stream(id),
    revision: revisionToJson(revision),
    events: await Promise.all(
      page.map(({ id: whose, transition }) =>
        describeChange(describer, dependencies.history.people, dependencies.timeZone, whose, transition, of),
      ),
    ),
    ...(isErased ? { erased: true } : {}),
    ...pageOf(pageNumber, total),
  };
}

/** Finds an existing entry, or one with changes of its own. An entry that was removed with its review needs its id. */
const admissionOfEntry = /* sql */ `
select coalesce(
  (select e.admission_id from review_entry e where e.entry_id = $1),
  (select substr(c.stream, length('admission-') + 1) from change c where c.touched @> array['entry:' || $1] limit 1)
) as admission_id`;

/** Moves of one entry that a history follows back. */
const MOVES_MAX = 50;

/** The charts that an entry was in, the first first, as far back as the caller may read. Each is an access. */
async function chartsOfEntry(
  request: ReadRequest<unknown>,
  { admissionId, upTo }: { readonly admissionId: string; readonly upTo: bigint | undefined },
  entryId: string,
): Promise<[EntryChart, ...EntryChart[]]> {
  const { admissions } = request.dependencies.history;
  const chartOf = (admission: string, entry: string, last: bigint | undefined): EntryChart => ({
    admissionId: admission,
    entryId: entry,
    get transitions() {
      return within(admissions.transitions(admission), last);
    },
  });
  const charts: [EntryChart, ...EntryChart[]] = [chartOf(admissionId, entryId, upTo)];
  for (let moves = 0; moves < MOVES_MAX; moves += 1) {
    const from = await originOf(charts[0]);
    const found = from && (await foundIfReadable(request, from.admissionId));
    if (!from || !found) break;
    charts.unshift(chartOf(from.admissionId, from.id, found.upTo));
  }
  return charts;
}

/** The chart of the caller's team, of a patient who was not erased. */
async function foundIfReadable(request: ReadRequest<unknown>, admissionId: string): Promise<Found | undefined> {
  try {
    const found = await readableAdmission(request, admissionId);
    return found.isErased ? undefined : found;
  } catch (error) {
    if (error instanceof HttpProblem && ['notFound', 'forbidden'].includes(error.problem.code)) return undefined;
    throw error;
  }
}

/** A verification reads a whole stream: at most two of a person run at a time. */
const startReading = limitPerUser(2, refusal('own-checks-under-way'));

const reading = <Result>({ caller }: ReadRequest<unknown>, work: () => Promise<Result>): Promise<Result> =>
  startReading(caller.userId, work);

/** @param team whose long answers it counts among; of a drug the first of the caller's teams */
async function exported(
  request: ReadRequest<unknown>,
  { stream, teams: [team = ''], isErased = false }: HistoryAccess,
  place: LongAnswerPlace,
): Promise<WrittenAnswer> {
  const { history } = request.dependencies;
  const [anchors, sealed] = await Promise.all([history.seals.anchorsOf(stream), history.seals.countOf(stream)]);
  const lines = exportLines({
    stream,
    events: history.log.readRaw(stream),
    isErased,
    anchors,
    sealed,
    by: request.caller.userId,
    at: new Date(),
    signing: await history.signing(),
  });
  return new WrittenAnswer(place.beginFromLog(team, lines), 'application/x-ndjson', `${stream}.ndjson`);
}

/** An access for the access logs of `teams`. A drug belongs to no team, so the access is in all teams of the caller. */
interface HistoryAccess {
  /** Nothing of it is decrypted then. */
  readonly isErased?: boolean;
  readonly stream: string;
  readonly teams: readonly string[];
  readonly data: Extract<Accessed, { type: 'HistoryRead' }>['data'];
}

function recordAccess(
  request: ReadRequest<unknown>,
  type: 'HistoryRead' | 'HistoryVerified' | 'HistoryExported',
  { stream, teams, data }: HistoryAccess,
): void {
  // Two exports are two accesses.
  for (const teamId of teams)
    request.accessed({ type, teamId, data, ...(type === 'HistoryExported' ? {} : { deduplicationKey: stream }) });
}

async function teamAccess(request: ReadRequest<{ id: string }>): Promise<HistoryAccess> {
  const teamId = await readableTeam(request, 'team', request.input.id);
  return { stream: request.dependencies.history.teams.stream(teamId), teams: [teamId], data: { of: 'team' } };
}

async function drugAccess(request: ReadRequest<{ id: string }>): Promise<HistoryAccess> {
  const { dependencies, caller, input, db } = request;
  if (!(await dependencies.history.drugs.newest(input.id))) throw notFound();
  const { rows } = await db.query<{ team_id: string }>(
    /* sql */ `
    select team_id from team t
    where admin_id = $1
       or exists (select from team_member m where m.team_id = t.team_id and m.user_id = $1 and not m.disabled)`,
    [caller.userId],
  );
  return {
    stream: dependencies.history.drugs.stream(input.id),
    teams: rows.map((row) => row.team_id),
    data: { of: 'drug', drugId: input.id },
  };
}

type Access = (request: ReadRequest<{ id: string }>) => Promise<HistoryAccess>;

/** @param of checks that the caller may read the stream */
const verifying = (of: Access) => ({
  input: z.object({ id: Id }),
  from: () => ['team-'],
  async answer(request: ReadRequest<{ id: string }>) {
    const { history } = request.dependencies;
    return reading(request, async () => {
      const access = await of(request);
      recordAccess(request, 'HistoryVerified', access);
      const { publicKey } = await history.signing();
      return verifyStream({ log: history.log, seals: history.seals, publicKey }, access.stream);
    });
  },
});

/** @param of checks that the caller may read the stream */
const exporting = (of: Access) => ({
  input: z.object({ id: Id }),
  from: () => ['team-'],
  needsProof: true as const,
  async answer(request: ReadRequest<{ id: string }>) {
    return request.dependencies.longAnswers.forPerson(request.caller.userId, async (place) => {
      const access = await of(request);
      recordAccess(request, 'HistoryExported', access);
      return exported(request, access, place);
    });
  },
});

const admissionAccess: Access = async (request) => {
  const { id } = request.input;
  const found = await readableAdmission(request, id);
  refuseTransferred(found);
  const { teamId, owner, patientId, isErased } = found;
  return {
    isErased,
    stream: request.dependencies.history.admissions.stream(id),
    teams: [...logsOf(teamId, owner)],
    data: { of: 'admission', admissionId: id, patientId },
  };
};
const patientAccess: Access = async (request) => {
  const { id } = request.input;
  const found = await readablePatient(request, id);
  refuseTransferred(found);
  const { teamId } = found;
  return {
    stream: request.dependencies.history.patients.stream(id),
    teams: [teamId],
    data: { of: 'patient', patientId: id },
  };
};

const verificationRoutes = [
  read(historyCalls.verifyAdmission, verifying(admissionAccess)),
  read(historyCalls.exportAdmission, exporting(admissionAccess)),
  read(historyCalls.verifyPatient, verifying(patientAccess)),
  read(historyCalls.exportPatient, exporting(patientAccess)),
  read(historyCalls.verifyTeam, verifying(teamAccess)),
  read(historyCalls.exportTeam, exporting(teamAccess)),
  read(historyCalls.verifyDrug, verifying(drugAccess)),
  read(historyCalls.exportDrug, exporting(drugAccess)),
  /** @throws HttpProblem 403 for members other than the admin and the auditors */
  read(historyCalls.verifyStreamsOfTeam, {
    input: z.object({ id: Id, after: z.string().regex(AFTER, because('unknown-cursor')).optional() }),
    from: () => ['team-'],
    async answer(request): Promise<TeamVerification> {
      const { history } = request.dependencies;
      return reading(request, async () => {
        const { team } = await auditedTeam(request, request.input.id);
        recordAccess(request, 'HistoryVerified', {
          stream: `everything of ${team}`,
          teams: [team],
          data: { of: 'everything' },
        });
        const { publicKey } = await history.signing();
        return verifyTeam({ log: history.log, seals: history.seals, publicKey }, team, request.input.after);
      });
    },
  }),
  /** All anchors of a team, to be checked offline. @throws HttpProblem 403 for members other than admin and auditors */
  read(historyCalls.exportAnchors, {
    input: z.object({ id: Id }),
    from: () => ['team-'],
    needsProof: true,
    async answer(request) {
      const { history, longAnswers } = request.dependencies;
      return longAnswers.forPerson(request.caller.userId, async (place) => {
        const { team } = await auditedTeam(request, request.input.id);
        recordAccess(request, 'HistoryExported', {
          stream: `anchors of ${team}`,
          teams: [team],
          data: { of: 'everything' },
        });
        const lines = anchorLines({
          team,
          seals: history.seals,
          by: request.caller.userId,
          at: new Date(),
          signing: await history.signing(),
        });
        return new WrittenAnswer(place.beginFromLog(team, lines), 'application/x-ndjson', `anchors-${team}.ndjson`);
      });
    },
  }),
];

export const historyRoutes = [
  read(historyCalls.getAdmissionHistory, {
    input: TimelineInput.extend({ at: PointInTime.optional() }),
    from: () => ['team-', 'drug-', catalogueStream],
    async answer(request): Promise<Timeline | ChartAsOf> {
      const { dependencies, db, input } = request;
      const found = await readableAdmission(request, input.id);
      if (input.at === undefined) return timeline(request, dependencies.history.admissions, admissionDescriber, found);
      if (found.isErased) throw new HttpProblem(refusal('patient-erased'));
      return chartAsOf(
        { history: dependencies.history, db, timeZone: dependencies.timeZone },
        input.id,
        input.at,
        found.teamId,
        found.upTo,
      );
    },
  }),
  read(historyCalls.listMoments, {
    input: z.object({ id: Id }),
    from: () => ['team-'],
    async answer(request): Promise<Moments> {
      const { id } = request.input;
      const { admissions } = request.dependencies.history;
      const { isErased, upTo } = await readableAdmission(request, id);
      return momentsOf(
        admissions.stream(id),
        within(isErased ? admissions.redacted(id) : admissions.transitions(id), upTo),
        isErased,
        upTo !== undefined,
      );
    },
  }),
  read(historyCalls.getEntryLife, {
    input: z.object({ id: Id, review: Id.optional() }),
    from: () => ['admission-', 'team-'],
    async answer(request): Promise<EntryLife> {
      const { dependencies, db, input } = request;
      const admissionId =
        input.review === undefined
          ? (await db.query<{ admission_id: string | null }>(admissionOfEntry, [input.id])).rows[0]?.admission_id
          : admissionOfReview(input.review);
      if (!admissionId) throw notFound();
      const { isErased, upTo } = await readableAdmission(request, admissionId);
      if (isErased) throw new HttpProblem(refusal('patient-erased'));
      return entryLife(
        dependencies.history.people,
        dependencies.timeZone,
        await chartsOfEntry(request, { admissionId, upTo }, input.id),
      );
    },
  }),
  read(historyCalls.getPatientHistory, {
    input: TimelineInput,
    from: () => ['team-'],
    /** With the changes of the patients who are merged into the patient, in the order of their recording. */
    async answer(request): Promise<Timeline> {
      const { patients } = request.dependencies.history;
      const { id } = request.input;
      const found = await readablePatient(request, id);
      const ids = found.isErased ? [id] : await patientIdsOf((one) => newestState(patients, one), id);
      return timeline(request, patients, patientDescriber, { ...found, ids });
    },
  }),
  read(historyCalls.getTeamHistory, {
    input: TimelineInput,
    from: () => ['team-'],
    async answer(request): Promise<Timeline> {
      recordAccess(request, 'HistoryRead', await teamAccess(request));
      return timeline(request, request.dependencies.history.teams, teamDescriber);
    },
  }),
  read(historyCalls.getDrugHistory, {
    input: TimelineInput,
    from: () => [],
    async answer(request): Promise<Timeline> {
      recordAccess(request, 'HistoryRead', await drugAccess(request));
      return timeline(request, request.dependencies.history.drugs, drugDescriber);
    },
  }),
  ...verificationRoutes,
];
