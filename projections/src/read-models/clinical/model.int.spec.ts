/**
 * The command loop against its model: people send random commands on one admission at the same time, through two
 * processes. The log then has one order of these commands, in which the pure deciders give exactly its events. A
 * refused command wrote nothing. The rows equal the fold.
 */
import type { Pool } from 'pg';
import type { Answer } from 'language/contract/entities';
import { admissionEvents } from 'language/domain/admission/events';
import { careDetailsOf } from 'language/domain/admission/care-details';
import { admitted } from 'language/domain/admission/lookup';
import { type Admission, evolve, initial } from 'language/domain/admission/state';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import type { Actor, CommandEnvelope, Touch } from 'language/domain/command';
import { knownEvent } from 'language/domain/event-schema';
import type { StoredEvent } from 'service-kit/event-log/port';
import { createLogger } from 'service-kit/process/logger';
import {
  type Headers,
  type TestEnvironment,
  key as newKey,
  startTestEnvironment,
  openWard,
  type Ward,
} from 'command-api/testing/test-environment';
import { randomOf } from 'language/domain/testing/random';
import { races, type TwoProcesses, withSecondProcess } from 'command-api/testing/second-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUp } from '../../catch-up/catch-up.ts';
import { createReadModelPool } from '../../pools.ts';
import { migrateReadModels } from '../../schema/migrate.ts';
import { type RandomCommand, randomCommands } from './testing/random-commands.ts';
import { clinical } from './project.ts';

const COMMANDS = 400;
const LANES = 8;
/** Events before the test: the admission and one review. */
const BEFORE = 2;

let environment: TestEnvironment;
let ward: Ward;
let processes: TwoProcesses;
let rows: Pool;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { cloudName: 'icu', uploadPreset: 'unsigned' });
  // This review is on no screen. As long as it exists, no command can delete the admission.
  await ward.addReview();
  processes = await withSecondProcess(environment);
  const { databaseUrl } = environment.installation;
  await migrateReadModels(databaseUrl);
  rows = createReadModelPool(databaseUrl, createLogger('spec', 'silent'));
});
afterAll(async () => {
  await rows.end();
  await environment.stop();
});

interface Sent {
  readonly command: RandomCommand;
  readonly key: Headers;
  readonly status: number;
  readonly answer: Answer<object>;
}

async function send(
  which: number,
  { by, method, path, body, ifMatch }: RandomCommand,
  key: Headers,
): Promise<Pick<Sent, 'status' | 'answer'>> {
  const { status, body: answer } = await processes.ask<Answer<object>>(which, by, method, path, body, {
    ...key,
    ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
  });
  return { status, answer };
}

const times = ['createdAt', 'at'];
const withoutTime = (answer: Pick<Sent, 'status' | 'answer'>): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (times.includes(key) ? undefined : value)));

/** The sent commands, by their ids in the log. */
async function sendAllAtOnce(seed: number): Promise<Map<string, Sent>> {
  const commands = randomCommands(ward, randomOf(seed), COMMANDS);
  const sent = new Map<string, Sent>();
  const ask = async (): Promise<void> => {
    const command = commands.next();
    const key = newKey();
    const answers = await Promise.all(commands.processes().map((which) => send(which, command, key)));
    // A key that is sent twice creates one thing. If one process refuses or has nothing to do, the other may write.
    const made = answers.filter(({ status }) => status === 201);
    // If two processes write it at once, the second one appends nothing, and answers with the time
    // of its own attempt.
    for (const answer of made) expect(withoutTime(answer)).toEqual(withoutTime(made[0]!));
    const one: Sent = { command, key, ...(answers.find(({ status }) => status < 300) ?? answers[0]!) };
    sent.set(command.by.commandId(key), one);
    if (one.status < 300) commands.show(command, one.answer);
  };
  await races(COMMANDS, ask, LANES);
  return sent;
}

const rightsOf = (userId: string): Actor => {
  const role = [ward.mona, ward.omar].some(({ me }) => me._id === userId)
    ? { canEdit: true, isPhysic: false }
    : { canEdit: false, isPhysic: true };
  return { id: userId, isMember: true, isTeamAdmin: userId === ward.mona.me._id, isAdminAccount: false, ...role };
};

const foldOf = (events: readonly StoredEvent[]): Admission =>
  events.reduce<Admission>((state, stored) => {
    const event = knownEvent(admissionEvents, stored);
    return event ? evolve(state, event) : state;
  }, initial);

/** The commands in the order of the log. */
function commandsIn(log: readonly StoredEvent[]): StoredEvent[][] {
  const commands: StoredEvent[][] = [];
  for (const event of log) {
    const last = commands.at(-1);
    if (last?.[0]?.metadata.commandId === event.metadata.commandId) last.push(event);
    else commands.push([event]);
  }
  return commands;
}

async function rowsOf(admissionId: string): Promise<object> {
  const all = async (sql: string): Promise<object[]> =>
    (await rows.query<{ row: object }>(`select to_jsonb(listed) as row from (${sql}) listed`, [admissionId])).rows.map(
      ({ row }) => row,
    );
  const [head] = await all(/* sql */ `
    select admission_date::text as "admissionDate", admission_details as "admissionDetails",
           room, bed, consultant, working_diagnosis as "workingDiagnosis", pregnancy,
           planned_discharge as "plannedDischarge",
           discharge_date::text as "dischargeDate", discharge_status as "dischargeStatus",
           discharge_note as "dischargeNote", version
    from admission where admission_id = $1`);
  return {
    head,
    reviews: await all(/* sql */ `
      select review_id as "reviewId", team_id as "teamId", copied_from as "copiedFrom", review_date::text as "reviewDate",
             clinical_note as "clinicalNote", author_id as "authorId", version,
             greatest(version, entries_version) as whole,
             (
               select coalesce(jsonb_agg(jsonb_build_object(
                 'entryId', entry_id, 'copiedFrom', e.copied_from, 'firstId', e.first_id, 'errType', err_type,
                 'errTypeLabel', err_type_label, 'errDrug', err_drug, 'errDrugLabel', err_drug_label,
                 'errNote', err_note, 'errRes', err_res, 'errSeverity', err_severity,
                 'followUpDate', follow_up_date, 'drugTags', drug_tags, 'rating', rating::float, 'pcne', pcne,
                 'severityAnswers', severity_answers, 'responsible', responsible_id, 'asked', asked,
                 'version', e.version, 'reviewDate', e.review_date::text
               ) order by position), '[]')
               from review_entry e where e.review_id = review.review_id
             ) as entries
      from review where admission_id = $1 order by review_id collate "C"`),
    notes: await all(/* sql */ `
      select note_id as "noteId", team_id as "teamId", note_date::text as "noteDate", note, author_id as "authorId", version
      from physician_note
      where admission_id = $1
      order by note_id collate "C"`),
    gallery: await all(/* sql */ `
      select group_id as "groupId", author_id as "authorId", title, version,
             (select jsonb_agg(image order by position) from gallery_image i where i.group_id = g.group_id) as images
      from gallery_group g where admission_id = $1 order by version`),
    medications: await all(/* sql */ `
      select medication_id as "medicationId", drug, drug_label as "drugLabel", dose, route, frequency, indication, culture, hold,
             dose_changed_on as "doseChangedOn", start_date::text as "startDate", stop_date::text as "stopDate", note,
             version
      from admission_medication where admission_id = $1 order by position`),
    taken: await all(
      `select user_id as "userId", day::text from taken_patient where admission_id = $1 order by version`,
    ),
    marks: await all(`select kind, day::text, detail, version from ward_mark where admission_id = $1 order by kind`),
  };
}

const markOf = (kind: string, mark: { touch: Touch } | undefined, day?: string, detail?: string): object[] =>
  mark ? [{ kind, day, detail, version: Number(mark.touch.version) }] : [];

function foldAsRows(state: Admission): object {
  const admission = admitted(state);
  const byId = <Item extends object>(items: readonly Item[], id: (item: Item) => string): Item[] =>
    items.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
  const versioned = <Item extends { touch: { version: bigint } }>({ touch, ...item }: Item) => ({
    ...item,
    version: Number(touch.version),
  });
  const { admissionDate, admissionDetails, deferral, reviewLevel } = admission;
  const discharge =
    admission.status === 'discharged' ? admission : { dischargeDate: null, dischargeStatus: null, dischargeNote: '' };
  return {
    head: {
      admissionDate,
      admissionDetails,
      ...careDetailsOf(admission),
      dischargeDate: discharge.dischargeDate,
      dischargeStatus: discharge.dischargeStatus,
      dischargeNote: discharge.dischargeNote,
      version: Number(admission.whole.version),
    },
    reviews: byId(admission.reviews, ({ reviewId }) => reviewId).map(({ createdAt: _at, entries, ...review }) => ({
      copiedFrom: null,
      ...versioned(review),
      whole: Number(review.whole.version),
      entries: entries.map(({ answeredAt: _answered, ...entry }) => ({
        copiedFrom: null,
        firstId: null,
        responsible: null,
        ...versioned(entry),
        reviewDate: review.reviewDate,
      })),
    })),
    notes: byId(admission.notes, ({ noteId }) => noteId).map(({ createdAt: _at, ...note }) => versioned(note)),
    gallery: admission.gallery.map(({ createdAt: _at, ...group }) => versioned(group)),
    medications: admission.medications.map(versioned),
    taken: admission.taken,
    marks: [
      ...markOf('deferral', deferral, deferral?.until, deferral?.reason),
      ...markOf('level', reviewLevel, reviewLevel?.day, reviewLevel?.level),
    ],
  };
}

test('the log explains commands that were sent at once in one order, and the rows equal the fold', async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const sent = await sendAllAtOnce(seed);
  const stream = `admission-${ward.admission._id}`;
  const log = await environment.events(stream);

  let state = foldOf(log.slice(0, BEFORE));
  const written = new Set<string>();
  for (const events of commandsIn(log.slice(BEFORE))) {
    const { commandId, actorId, occurredAt } = events[0]!.metadata;
    const found = sent.get(commandId);
    expect(found, `seed ${seed}: ${commandId} was not sent`).toBeDefined();
    const { command, key } = found!;
    // A command may be written although its answer was 503. The same key then gets the real answer.
    const { answer } = found!.status === 503 ? await send(0, command, key) : found!;
    const basedOn = command.ifMatch === undefined ? {} : { basedOn: BigInt(command.ifMatch) };
    const envelope: CommandEnvelope = {
      id: commandId,
      actor: rightsOf(actorId),
      at: occurredAt,
      today: calendarDateIn('Africa/Cairo', new Date(occurredAt)),
      head: events[0]!.revision - 1n,
      ...basedOn,
    };
    expect(command.model(state, envelope, answer), `seed ${seed}: ${command.method} ${command.path}`).toEqual(
      events.map(({ type, data }) => ({ type, data })),
    );
    expect(actorId).toBe(command.by.me._id);
    expect(written.has(commandId)).toBe(false);
    written.add(commandId);
    for (const stored of events) state = evolve(state, knownEvent(admissionEvents, stored)!);
  }

  const outcomes: Record<number, number> = {};
  for (const [commandId, { status }] of sent) {
    outcomes[status] = (outcomes[status] ?? 0) + 1;
    expect([200, 201, 400, 403, 404, 409, 503]).toContain(status);
    if (status >= 400 && status !== 503)
      expect(written.has(commandId), `seed ${seed}: ${commandId} was refused and written`).toBe(false);
  }
  process.stdout.write(
    `seed ${seed}: ${sent.size} commands of ${LANES} people at once, ${written.size} written as ` +
      `${log.length - BEFORE} events; answers ${JSON.stringify(outcomes)}\n`,
  );
  expect(written.size).toBeGreaterThan(COMMANDS / 4);

  expect(await catchUp({ pool: rows, log: environment.log }, clinical, stream)).toBe(log.at(-1)!.revision);
  expect(await rowsOf(ward.admission._id)).toEqual(foldAsRows(state));
}, 600_000);
