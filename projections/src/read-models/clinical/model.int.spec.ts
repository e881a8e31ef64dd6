/**
 * The real loop against its model: people send what comes to mind to one admission, all at once, through two processes.
 * In the end the log tells one order of their commands in which the pure deciders say exactly the events that are
 * there; whoever was refused wrote nothing; and the rows say what the fold says.
 */
import type { Pool } from 'pg';
import type { Answer } from 'command-api/contract/entities';
import { admissionEvents } from 'command-api/domain/admission/events';
import { admitted } from 'command-api/domain/admission/lookup';
import { type Admission, evolve, initial } from 'command-api/domain/admission/state';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import type { Actor, CommandEnvelope } from 'command-api/domain/command';
import { known } from 'command-api/domain/event-schema';
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
import { numbersFrom } from 'service-kit/testing/numbers';
import { races, type TwoProcesses, withSecondProcess } from 'command-api/testing/second-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUp } from '../../catch-up/catch-up.ts';
import { createReadModelPool } from '../../pools.ts';
import { migrateReadModels } from '../../schema/migrate.ts';
import { type Idea, ideas } from './testing/model-ideas.ts';
import { clinical } from './project.ts';

const COMMANDS = 400;
const LANES = 8;
/** Events that were there before: admitted, and one review. */
const BEFORE = 2;

let environment: TestEnvironment;
let ward: Ward;
let processes: TwoProcesses;
let rows: Pool;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { cloudName: 'icu', uploadPreset: 'unsigned' });
  // On nobody's screen: while it stands the admission cannot be deleted, by whomever it is tried, and the others go on.
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

interface Told {
  readonly idea: Idea;
  readonly key: Headers;
  readonly status: number;
  readonly answer: Answer<object>;
}

async function send(
  which: number,
  { by, method, path, body, seen }: Idea,
  key: Headers,
): Promise<Pick<Told, 'status' | 'answer'>> {
  const { status, body: answer } = await processes.ask<Answer<object>>(which, by, method, path, body, {
    ...key,
    ...(seen === undefined ? {} : { 'if-match': String(seen) }),
  });
  return { status, answer };
}

/** Everybody's commands, by their ids in the log. */
async function everybodyAtOnce(seed: number): Promise<Map<string, Told>> {
  const mind = ideas(ward, numbersFrom(seed), COMMANDS);
  const told = new Map<string, Told>();
  const ask = async (): Promise<void> => {
    const idea = mind.next();
    const key = newKey();
    const answers = await Promise.all(mind.processes().map((which) => send(which, idea, key)));
    // A key that comes twice makes one thing; what one process found nothing to do about or refused, the other may yet
    // have written.
    const made = answers.filter(({ status }) => status === 201);
    for (const answer of made) expect(answer).toEqual(made[0]);
    const one: Told = { idea, key, ...(answers.find(({ status }) => status < 300) ?? answers[0]!) };
    told.set(idea.by.commandId(key), one);
    if (one.status < 300) mind.show(idea, one.answer);
  };
  await races(COMMANDS, ask, LANES);
  return told;
}

const rightsOf = (userId: string): Actor => {
  const role = [ward.mona, ward.omar].some(({ me }) => me._id === userId)
    ? { canEdit: true, isPhysic: false }
    : { canEdit: false, isPhysic: true };
  return { id: userId, isMember: true, isTeamAdmin: userId === ward.mona.me._id, isAdminAccount: false, ...role };
};

const foldOf = (events: readonly StoredEvent[]): Admission =>
  events.reduce<Admission>((state, stored) => {
    const event = known(admissionEvents, stored);
    return event ? evolve(state, event) : state;
  }, initial);

/** The commands as the log has them, one after the other. */
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
  const [head] =
    await all(`select admission_date::text as "admissionDate", admission_details as "admissionDetails", discharge_date::text as "dischargeDate",
    discharge_status as "dischargeStatus", discharge_note as "dischargeNote", version from admission where admission_id = $1`);
  return {
    head,
    reviews:
      await all(`select review_id as "reviewId", copied_from as "copiedFrom", review_date::text as "reviewDate", clinical_note as "clinicalNote", author_id as "authorId", version, greatest(version, entries_version) as whole,
      (select coalesce(jsonb_agg(jsonb_build_object('entryId', entry_id, 'copiedFrom', e.copied_from, 'errType', err_type, 'errTypeLabel', err_type_label, 'errDrug', err_drug,
         'errDrugLabel', err_drug_label, 'errNote', err_note, 'errRes', err_res, 'errSeverity', err_severity, 'followUpDate', follow_up_date, 'drugTags', drug_tags, 'rating', rating::float, 'version', e.version,
         'reviewDate', e.review_date::text) order by position), '[]') from review_entry e where e.review_id = review.review_id) as entries
      from review where admission_id = $1 order by review_id collate "C"`),
    notes: await all(
      `select note_id as "noteId", note_date::text as "noteDate", note, author_id as "authorId", version from physician_note where admission_id = $1 order by note_id collate "C"`,
    ),
    gallery:
      await all(`select group_id as "groupId", title, version, (select jsonb_agg(image order by position) from gallery_image i where i.group_id = g.group_id) as images
      from gallery_group g where admission_id = $1 order by version`),
    medications:
      await all(`select medication_id as "medicationId", drug, drug_label as "drugLabel", dose, route, frequency, start_date::text as "startDate", stop_date::text as "stopDate",
      note, version from admission_medication where admission_id = $1 order by position`),
  };
}

function foldAsRows(state: Admission): object {
  const admission = admitted(state);
  const byId = <Item extends object>(items: readonly Item[], id: (item: Item) => string): Item[] =>
    items.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
  const versioned = <Item extends { touch: { version: bigint } }>({ touch, ...item }: Item) => ({
    ...item,
    version: Number(touch.version),
  });
  const { admissionDate, admissionDetails } = admission;
  const discharge =
    admission.status === 'discharged' ? admission : { dischargeDate: null, dischargeStatus: null, dischargeNote: '' };
  return {
    head: {
      admissionDate,
      admissionDetails,
      dischargeDate: discharge.dischargeDate,
      dischargeStatus: discharge.dischargeStatus,
      dischargeNote: discharge.dischargeNote,
      version: Number(admission.whole.version),
    },
    reviews: byId(admission.reviews, ({ reviewId }) => reviewId).map(({ createdAt: _at, entries, ...review }) => ({
      copiedFrom: null,
      ...versioned(review),
      whole: Number(review.whole.version),
      entries: entries.map((entry) => ({ copiedFrom: null, ...versioned(entry), reviewDate: review.reviewDate })),
    })),
    notes: byId(admission.notes, ({ noteId }) => noteId).map(({ createdAt: _at, ...note }) => versioned(note)),
    gallery: admission.gallery.map(versioned),
    medications: admission.medications.map(versioned),
  };
}

test('whatever people do at once, the log explains it in one order, and the rows show where it led', async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const told = await everybodyAtOnce(seed);
  const stream = `admission-${ward.admission._id}`;
  const log = await environment.events(stream);

  let state = foldOf(log.slice(0, BEFORE));
  const written = new Set<string>();
  for (const events of commandsIn(log.slice(BEFORE))) {
    const { commandId, actorId, occurredAt } = events[0]!.metadata;
    const command = told.get(commandId);
    expect(command, `seed ${seed}: whose command is ${commandId}?`).toBeDefined();
    const { idea, key } = command!;
    // Whoever was told to try again and had been written is told so by the same key.
    const { answer } = command!.status === 503 ? await send(0, idea, key) : command!;
    const basedOn = idea.seen === undefined ? {} : { basedOn: BigInt(idea.seen) };
    const envelope: CommandEnvelope = {
      id: commandId,
      actor: rightsOf(actorId),
      at: occurredAt,
      today: calendarDateIn('Africa/Cairo', new Date(occurredAt)),
      ...basedOn,
    };
    expect(idea.model(state, envelope, answer), `seed ${seed}: ${idea.method} ${idea.path}`).toEqual(
      events.map(({ type, data }) => ({ type, data })),
    );
    expect(actorId).toBe(idea.by.me._id);
    expect(written.has(commandId)).toBe(false);
    written.add(commandId);
    for (const stored of events) state = evolve(state, known(admissionEvents, stored)!);
  }

  const outcomes: Record<number, number> = {};
  for (const [commandId, { status }] of told) {
    outcomes[status] = (outcomes[status] ?? 0) + 1;
    expect([200, 201, 400, 403, 404, 409, 503]).toContain(status);
    // Refused is refused.
    if (status >= 400 && status !== 503)
      expect(written.has(commandId), `seed ${seed}: ${commandId} was refused and written`).toBe(false);
  }
  process.stdout.write(
    `seed ${seed}: ${told.size} commands of ${LANES} people at once, ${written.size} written as ${log.length - BEFORE} events; answers ${JSON.stringify(outcomes)}\n`,
  );
  expect(written.size).toBeGreaterThan(COMMANDS / 4);

  expect(await catchUp({ pool: rows, log: environment.log }, clinical, stream)).toBe(log.at(-1)!.revision);
  expect(await rowsOf(ward.admission._id)).toEqual(foldAsRows(state));
}, 600_000);
