/**
 * The real loop against its model: people send what comes to mind to one admission, all at once, through two processes. In the end the
 * log tells one order of their commands in which the pure deciders say exactly the events that are there; whoever was refused wrote
 * nothing; and the rows say what the fold says.
 */
import type { Pool } from 'pg';
import type { AdmissionMedication, Answer, DrugErr, GalleryChange, PhysicianNote, Review } from 'command-api/contract/entities';
import { deleteAdmission, editAdmission } from 'command-api/domain/admission/decide';
import { addGalleryGroup, removeGalleryGroup } from 'command-api/domain/admission/decide-gallery';
import { addMedication, deleteMedication, sortMedications, stopMedication, updateMedication } from 'command-api/domain/admission/decide-medication';
import { addPhysicianNote, deletePhysicianNote, editPhysicianNote } from 'command-api/domain/admission/decide-note';
import {
  addReview, addReviewMedication, deleteReview, duplicateReview, editReviewHead, rateError, removeReviewMedication, updateReviewMedication,
} from 'command-api/domain/admission/decide-review';
import { type AdmissionEvent, admissionEvents, type Entry } from 'command-api/domain/admission/events';
import { admitted } from 'command-api/domain/admission/lookup';
import { type Admission, evolve, initial } from 'command-api/domain/admission/state';
import { type CalendarDate, calendarDate, calendarDateIn } from 'command-api/domain/calendar-date';
import type { Actor, CommandEnvelope } from 'command-api/domain/command';
import { known } from 'command-api/domain/event-schema';
import type { StoredEvent } from 'command-api/event-log';
import { createLogger } from 'command-api/service/log';
import { type Caller, type Headers, type Hospital, key as newKey, openHospital, openWard, type Ward } from 'command-api/testing/hospital';
import { races, type TwoProcesses, withSecondProcess } from 'command-api/testing/second-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUp } from '../../catch-up.ts';
import { createReadModelPool } from '../../pools.ts';
import { migrateReadModels } from '../../schema/migrate.ts';
import { clinical } from './project.ts';

const COMMANDS = 400;
const LANES = 8;
/** Events that were there before: admitted, and one review. */
const BEFORE = 2;

let hospital: Hospital;
let ward: Ward;
let processes: TwoProcesses;
let rows: Pool;
beforeAll(async () => {
  hospital = await openHospital();
  ward = await openWard(hospital);
  await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { cloudName: 'icu', uploadPreset: 'unsigned' });
  // On nobody's screen: while it stands the admission cannot be deleted, by whomever it is tried, and the others go on.
  await ward.addReview();
  processes = await withSecondProcess(hospital);
  const { databaseUrl } = hospital.installation;
  await migrateReadModels(databaseUrl);
  rows = createReadModelPool(databaseUrl, createLogger('spec', 'silent'));
});
afterAll(async () => {
  await rows.end();
  await hospital.stop();
});

/** What is asked over HTTP, and the same for the model, which is told the ids that the answer gave to what was made. */
interface Idea {
  readonly by: Caller;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly seen?: number | undefined;
  readonly model: (admission: Admission, envelope: CommandEnvelope, answer: unknown) => readonly AdmissionEvent[];
}
interface Told {
  readonly idea: Idea;
  readonly key: Headers;
  readonly status: number;
  readonly answer: Answer<object>;
}

/** Mulberry32: the same numbers for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What people have on their screens: whatever was answered last, which may be old. */
const screen = {
  reviews: new Map<string, Review>(),
  notes: new Map<string, PhysicianNote>(),
  groups: new Map<string, GalleryChange>(),
  medications: new Map<string, AdmissionMedication>(),
};

function ideas(random: () => number) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = <Item>(item: Item): Item | undefined => (random() < 0.4 ? item : undefined);
  const day = (): CalendarDate => calendarDate(`2025-03-0${1 + Math.floor(random() * 9)}`);
  const words = (): string => `<p>${pick(['stable', 'worse', 'أوقف الدواء', 'halve it'])} ${Math.floor(random() * 3)}</p>`;
  const { mona, omar, hany, sami, admission } = ward;
  const pharmacist = (): Caller => pick([mona, mona, omar, omar, omar, hany, sami]);
  const physician = (): Caller => pick([hany, hany, hany, mona]);
  /** Mostly the author, for whom it is. */
  const authorOf = ({ userId }: { userId: string }): Caller => (random() < 0.8 ? ([mona, omar, hany].find(({ me }) => me._id === userId) ?? mona) : pharmacist());
  const admissionId = admission._id;
  const inAdmission = `/api/admissions/${admissionId}`;

  const filled = () => ({ errNote: words(), errRes: pick([null, 1, 2, 3, 4] as const), errSeverity: pick([null, 'A', 'C', 'I'] as const) });
  const asBody = (fields: ReturnType<typeof filled>, _id?: string): object => ({ ...ward.entry(fields), ...(_id === undefined ? {} : { _id }) });
  const asEntry = (entryId: string, fields: ReturnType<typeof filled>): Entry => ({
    entryId, errType: ward.errType, errTypeLabel: 'Dose too high', errDrug: `${ward.drug._id}.1`, errDrugLabel: 'Marevan 5 mg', drugTags: [{ name: 'Anticoagulant' }], ...fields,
  });
  const newest = (answer: unknown): string => (answer as Answer<Review>).drugErrs.find(({ version }) => version === (answer as Answer<Review>).revision)?._id ?? '';
  const idOf = (answer: unknown): string => (answer as { _id: string })._id;

  const writeReview = (): Idea => {
    const [reviewDate, clinicalNote, entries] = [day(), words(), Array.from({ length: Math.floor(random() * 3) }, filled)];
    return {
      by: pharmacist(), method: 'POST', path: '/api/reviews/addReview', body: { admissionId, reviewDate, clinicalNote, drugErrs: entries.map((fields) => asBody(fields)) },
      model: (state, envelope, answer) =>
        addReview(state, { ...envelope, reviewId: idOf(answer), reviewDate, clinicalNote, entries: entries.map((fields, n) => asEntry((answer as Review).drugErrs[n]?._id ?? '', fields)) }),
    };
  };
  const withReview = (idea: (review: Review) => Idea) => (): Idea => (screen.reviews.size === 0 ? writeReview() : idea(pick([...screen.reviews.values()])));
  const withEntry = (idea: (review: Review, entry: DrugErr) => Idea) => withReview((review) => (review.drugErrs.length === 0 ? writeReview() : idea(review, pick(review.drugErrs))));
  const writeNote = (): Idea => {
    const [noteDate, note] = [day(), words()];
    return {
      by: physician(), method: 'POST', path: '/api/physicNotes/addphysicNote', body: { admissionId, noteDate, note },
      model: (state, envelope, answer) => addPhysicianNote(state, { ...envelope, noteId: idOf(answer), noteDate, note }),
    };
  };
  const withNote = (idea: (note: PhysicianNote) => Idea) => (): Idea => (screen.notes.size === 0 ? writeNote() : idea(pick([...screen.notes.values()])));
  const prescribe = (): Idea => {
    const [dose, startDate] = [pick(['1 g', '2 g']), day()];
    return {
      by: pharmacist(), method: 'POST', path: `${inAdmission}/medications`, body: { drug: `${ward.drug._id}.1`, dose, startDate },
      model: (state, envelope, answer) =>
        addMedication(state, { ...envelope, medication: { medicationId: idOf(answer), drug: `${ward.drug._id}.1`, drugLabel: 'Marevan 5 mg', dose, route: '', frequency: '', startDate, stopDate: null, note: '' } }),
    };
  };
  const withMedication = (idea: (medication: AdmissionMedication) => Idea) => (): Idea => (screen.medications.size === 0 ? prescribe() : idea(pick([...screen.medications.values()])));
  const showImage = (): Idea => {
    const [title, images] = [pick(['Wound', 'Rash']), [`https://res.cloudinary.com/icu/image/upload/${Math.floor(random() * 5)}.jpg`]];
    return {
      by: pharmacist(), method: 'POST', path: `${inAdmission}/gallery`, body: { title, images: images.map((image) => ({ image })) },
      model: (state, envelope, answer) => addGalleryGroup(state, { ...envelope, groupId: idOf(answer), title, images }),
    };
  };

  const all: readonly (() => Idea)[] = [
    writeReview,
    withReview(({ _id: reviewId, version, userId }) => {
      const [reviewDate, clinicalNote] = [day(), words()];
      return {
        by: authorOf({ userId }), method: 'PUT', path: `/api/reviews/updateRevHead/${reviewId}`, body: { reviewDate, clinicalNote }, seen: maybe(version),
        model: (state, envelope) => editReviewHead(state, { ...envelope, reviewId, reviewDate, clinicalNote }),
      };
    }),
    withReview((review) => {
      const fields = filled();
      return {
        by: authorOf(review), method: 'POST', path: `/api/reviews/addRevMed/${review._id}`, body: { drugErr: asBody(fields) },
        model: (state, envelope, answer) => addReviewMedication(state, { ...envelope, reviewId: review._id, entry: asEntry(newest(answer), fields) }),
      };
    }),
    withEntry((review, { _id: entryId, version }) => {
      const fields = filled();
      return {
        by: authorOf(review), method: 'PUT', path: `/api/reviews/updateRevMed/${review._id}`, body: { drugErr: asBody(fields, entryId) }, seen: maybe(version),
        model: (state, envelope) => updateReviewMedication(state, { ...envelope, reviewId: review._id, entry: asEntry(entryId, fields) }),
      };
    }),
    withEntry((review, { _id: entryId, version }) => ({
      by: authorOf(review), method: 'POST', path: `/api/reviews/remRevMed/${review._id}`, body: { drugErr: { _id: entryId } }, seen: maybe(version),
      model: (state, envelope) => removeReviewMedication(state, { ...envelope, reviewId: review._id, entryId }),
    })),
    withEntry(({ _id: reviewId }, { _id: entryId, version }) => {
      const rating = Math.floor(random() * 11) / 2;
      return {
        by: pick([mona, mona, omar, hany]), method: 'PUT', path: `/api/reviews/${reviewId}/editRating`, body: { errId: entryId, rating }, seen: maybe(version),
        model: (state, envelope) => rateError(state, { ...envelope, reviewId, entryId, rating }),
      };
    }),
    withReview(({ _id: originId }) => {
      const reviewDate = maybe(day());
      return {
        by: pharmacist(), method: 'POST', path: `/api/reviews/${originId}/duplicate`, body: { reviewDate },
        model: (state, envelope, answer) =>
          duplicateReview(state, {
            ...envelope, originId, reviewId: idOf(answer), reviewDate, entryIdOf: (origin) => (answer as Review).drugErrs.find(({ copiedFrom }) => copiedFrom === origin)?._id ?? '',
          }),
      };
    }),
    withReview(({ _id: reviewId, version, userId }) => ({
      by: authorOf({ userId }), method: 'DELETE', path: `/api/reviews/${reviewId}`, seen: maybe(version),
      model: (state, envelope) => deleteReview(state, { ...envelope, reviewId }),
    })),
    writeNote,
    withNote(({ _id: noteId, version, userId }) => {
      const [noteDate, note] = [day(), words()];
      return {
        by: authorOf({ userId }), method: 'PUT', path: `/api/physicNotes/updatePhysicNote/${noteId}`, body: { noteDate, note }, seen: maybe(version),
        model: (state, envelope) => editPhysicianNote(state, { ...envelope, noteId, noteDate, note }),
      };
    }),
    withNote(({ _id: noteId, version, userId }) => ({
      by: authorOf({ userId }), method: 'DELETE', path: `/api/physicNotes/deletePhysicNote/${noteId}`, seen: maybe(version),
      model: (state, envelope) => deletePhysicianNote(state, { ...envelope, noteId }),
    })),
    () => {
      const fields = pick([
        { admissionDetails: words() }, { admissionDate: day() }, { dischargeDate: calendarDate('2025-03-09'), dischargeStatus: pick([0, 5] as const) }, { dischargeDate: null },
      ]);
      return {
        by: pharmacist(), method: 'PUT', path: `${inAdmission}/edit`, body: fields, seen: maybe(Math.floor(random() * COMMANDS)),
        model: (state, envelope) => editAdmission(state, { ...envelope, admissionId, birthdate: calendarDate('1960-02-29'), ...fields }),
      };
    },
    () => ({ by: pharmacist(), method: 'DELETE', path: inAdmission, model: (state, envelope) => deleteAdmission(state, { ...envelope, admissionId }) }),
    showImage,
    () => {
      const group = pick([...screen.groups.values()]);
      return group === undefined
        ? showImage()
        : {
            by: pharmacist(), method: 'DELETE', path: `${inAdmission}/gallery/${group._id}`, seen: maybe(group.version),
            model: (state, envelope) => removeGalleryGroup(state, { ...envelope, groupId: group._id }),
          };
    },
    prescribe,
    withMedication(({ _id: medicationId, version }) => {
      const changes = pick([{ dose: pick(['1 g', '3 g']) }, { stopDate: null }, { note: 'with food' }]);
      return {
        by: pharmacist(), method: 'PUT', path: `${inAdmission}/medications/${medicationId}`, body: changes, seen: maybe(version),
        model: (state, envelope) => updateMedication(state, { ...envelope, medicationId, changes }),
      };
    }),
    withMedication(({ _id: medicationId, version }) => {
      const stopDate = maybe(day());
      return {
        by: pharmacist(), method: 'POST', path: `${inAdmission}/medications/${medicationId}/stop`, body: { stopDate }, seen: maybe(version),
        model: (state, envelope) => stopMedication(state, { ...envelope, medicationId, stopDate }),
      };
    }),
    withMedication(({ _id: medicationId, version }) => ({
      by: pharmacist(), method: 'DELETE', path: `${inAdmission}/medications/${medicationId}`, seen: maybe(version),
      model: (state, envelope) => deleteMedication(state, { ...envelope, medicationId }),
    })),
    withMedication(() => {
      const medicationIds = [...screen.medications.keys()].toSorted(() => random() - 0.5);
      return {
        by: pharmacist(), method: 'PUT', path: `${inAdmission}/medications/sort`, body: { ids: medicationIds }, seen: maybe(Math.floor(random() * COMMANDS)),
        model: (state, envelope) => sortMedications(state, { ...envelope, admissionId, medicationIds }),
      };
    }),
  ];
  return {
    next: (): Idea => pick(all)(),
    /** One in ten is sent to both processes at once, with the same key; the others to either. */
    processes: (): readonly number[] => (random() < 0.1 ? [0, 1] : [pick([0, 1])]),
  };
}

/** What was answered is on the screens from then on; what is gone disappears. */
function show({ idea, status, answer }: Told): void {
  if (status >= 300) return;
  const kept = [
    [screen.reviews, 'drugErrs'], [screen.notes, 'noteDate'], [screen.groups, 'images'], [screen.medications, 'drugLabel'],
  ] as const;
  for (const [shelf, mark] of kept) {
    if (!(mark in answer) || !('_id' in answer)) continue;
    if (idea.method === 'DELETE') shelf.delete(String(answer._id));
    else (shelf as Map<string, object>).set(String(answer._id), answer);
  }
}

async function send(which: number, { by, method, path, body, seen }: Idea, key: Headers): Promise<Pick<Told, 'status' | 'answer'>> {
  const { status, body: answer } = await processes.ask<Answer<object>>(which, by, method, path, body, { ...key, ...(seen === undefined ? {} : { 'if-match': String(seen) }) });
  return { status, answer };
}

/** Everybody's commands, by their ids in the log. */
async function everybodyAtOnce(seed: number): Promise<Map<string, Told>> {
  const mind = ideas(numbersFrom(seed));
  const told = new Map<string, Told>();
  const ask = async (): Promise<void> => {
    const idea = mind.next();
    const key = newKey();
    const answers = await Promise.all(mind.processes().map((which) => send(which, idea, key)));
    // A key that comes twice makes one thing; what one process found nothing to do about or refused, the other may yet have written.
    const made = answers.filter(({ status }) => status === 201);
    for (const answer of made) expect(answer).toEqual(made[0]);
    const one: Told = { idea, key, ...(answers.find(({ status }) => status < 300) ?? answers[0]!) };
    told.set(idea.by.commandId(key), one);
    show(one);
  };
  await races(COMMANDS, ask, LANES);
  return told;
}

const rightsOf = (userId: string): Actor => {
  const role = [ward.mona, ward.omar].some(({ me }) => me._id === userId) ? { canEdit: true, isPhysic: false } : { canEdit: false, isPhysic: true };
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
  const all = async (sql: string): Promise<object[]> => (await rows.query<{ row: object }>(`select to_jsonb(listed) as row from (${sql}) listed`, [admissionId])).rows.map(({ row }) => row);
  const [head] = await all(`select admission_date::text as "admissionDate", admission_details as "admissionDetails", discharge_date::text as "dischargeDate",
    discharge_status as "dischargeStatus", discharge_note as "dischargeNote", version from admission where admission_id = $1`);
  return {
    head,
    reviews: await all(`select review_id as "reviewId", copied_from as "copiedFrom", review_date::text as "reviewDate", clinical_note as "clinicalNote", author_id as "authorId", version, greatest(version, entries_version) as whole,
      (select coalesce(jsonb_agg(jsonb_build_object('entryId', entry_id, 'copiedFrom', e.copied_from, 'errType', err_type, 'errTypeLabel', err_type_label, 'errDrug', err_drug,
         'errDrugLabel', err_drug_label, 'errNote', err_note, 'errRes', err_res, 'errSeverity', err_severity, 'drugTags', drug_tags, 'rating', rating::float, 'version', e.version,
         'reviewDate', e.review_date::text) order by position), '[]') from review_entry e where e.review_id = review.review_id) as entries
      from review where admission_id = $1 order by review_id collate "C"`),
    notes: await all(`select note_id as "noteId", note_date::text as "noteDate", note, author_id as "authorId", version from physician_note where admission_id = $1 order by note_id collate "C"`),
    gallery: await all(`select group_id as "groupId", title, version, (select jsonb_agg(image order by position) from gallery_image i where i.group_id = g.group_id) as images
      from gallery_group g where admission_id = $1 order by version`),
    medications: await all(`select medication_id as "medicationId", drug, drug_label as "drugLabel", dose, route, frequency, start_date::text as "startDate", stop_date::text as "stopDate",
      note, version from admission_medication where admission_id = $1 order by position`),
  };
}

function foldAsRows(state: Admission): object {
  const admission = admitted(state);
  const byId = <Item extends object>(items: readonly Item[], id: (item: Item) => string): Item[] => items.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
  const versioned = <Item extends { touch: { version: bigint } }>({ touch, ...item }: Item) => ({ ...item, version: Number(touch.version) });
  const { admissionDate, admissionDetails } = admission;
  const discharge = admission.status === 'discharged' ? admission : { dischargeDate: null, dischargeStatus: null, dischargeNote: '' };
  return {
    head: {
      admissionDate, admissionDetails, dischargeDate: discharge.dischargeDate, dischargeStatus: discharge.dischargeStatus, dischargeNote: discharge.dischargeNote,
      version: Number(admission.whole.version),
    },
    reviews: byId(admission.reviews, ({ reviewId }) => reviewId).map(({ createdAt: _at, entries, ...review }) => ({
      copiedFrom: null, ...versioned(review), whole: Number(review.whole.version), entries: entries.map((entry) => ({ copiedFrom: null, ...versioned(entry), reviewDate: review.reviewDate })),
    })),
    notes: byId(admission.notes, ({ noteId }) => noteId).map(({ createdAt: _at, ...note }) => versioned(note)),
    gallery: admission.gallery.map(versioned),
    medications: admission.medications.map(versioned),
  };
}

test(
  'whatever people do at once, the log explains it in one order, and the rows show where it led',
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const told = await everybodyAtOnce(seed);
    const stream = `admission-${ward.admission._id}`;
    const log = await hospital.events(stream);

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
      const envelope: CommandEnvelope = { id: commandId, actor: rightsOf(actorId), at: occurredAt, today: calendarDateIn('Africa/Cairo', new Date(occurredAt)), ...basedOn };
      expect(idea.model(state, envelope, answer), `seed ${seed}: ${idea.method} ${idea.path}`).toEqual(events.map(({ type, data }) => ({ type, data })));
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
      if (status >= 400 && status !== 503) expect(written.has(commandId), `seed ${seed}: ${commandId} was refused and written`).toBe(false);
    }
    process.stdout.write(`seed ${seed}: ${told.size} commands of ${LANES} people at once, ${written.size} written as ${log.length - BEFORE} events; answers ${JSON.stringify(outcomes)}\n`);
    expect(written.size).toBeGreaterThan(COMMANDS / 4);

    expect(await catchUp({ pool: rows, log: hospital.log }, clinical, stream)).toBe(log.at(-1)!.revision);
    expect(await rowsOf(ward.admission._id)).toEqual(foldAsRows(state));
  },
  600_000,
);
