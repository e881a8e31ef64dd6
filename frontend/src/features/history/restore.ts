/**
 * Going back to how a thing was, as a new change: the very command by which a person would edit it, with the old
 * values, and `If-Match` of what they were shown. So every rule, right and conflict holds as ever; the server knows of
 * no other way but for drugs.
 */
import type { Team, Written } from 'command-api/contract/entities';
import type { HistoryEvent, HistoryThing } from 'command-api/contract/history';
import { endpoint } from '../../platform/http/api.ts';
import { policy } from '../../clinical/policy.ts';
import { api } from '../../sync/client.ts';
import type { WholePast } from './api.ts';

type Fields = Readonly<Record<string, unknown>>;
export interface Sending {
  /** `If-Match`. */
  version: number;
  idempotencyKey: string;
}
interface Way {
  /** What of the thing is put back, in the contract's names; the rest follows from it, or is another's to say. */
  fields: readonly string[];
  put(change: HistoryEvent, earlier: Fields, sending: Sending): Promise<Written>;
  /** Of what was deleted: written anew, as something new. */
  again?(change: HistoryEvent, earlier: Fields, idempotencyKey: string): Promise<Written>;
}

const call = endpoint<Written, Fields>();
const updateEntry = call('PUT', '/api/reviews/updateRevMed/:reviewId');
const addEntry = call('POST', '/api/reviews/addRevMed/:reviewId');
const editHead = call('PUT', '/api/reviews/updateRevHead/:reviewId');
const addReview = call('POST', '/api/reviews/addReview');
const editNote = call('PUT', '/api/physicNotes/updatePhysicNote/:noteId');
const addNote = call('POST', '/api/physicNotes/addphysicNote');
const editAdmission = call('PUT', '/api/admissions/:id/edit');
const updateMedication = call('PUT', '/api/admissions/:id/medications/:medId');
const addMedication = call('POST', '/api/admissions/:id/medications');
const correctPatient = call('PUT', '/api/patients/:id/edit');
const editTeam = call('PUT', '/api/teams/:id/edit');
const restoreDrug = call('POST', '/api/drugs/:id/restore');

export const kindOf = (thing: HistoryThing): string => thing.slice(0, thing.indexOf(':'));
const idOf = (thing: HistoryThing | undefined): string => thing?.slice(thing.indexOf(':') + 1) ?? '';
const streamId = ({ stream }: HistoryEvent): string => stream.slice(stream.indexOf('-') + 1);
const pick = (thing: Fields, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.filter((field) => Object.hasOwn(thing, field)).map((field) => [field, thing[field]]));

const ofEntry = ['errDrug', 'errType', 'errSeverity', 'errRes', 'followUpDate', 'errNote', 'drugTags'];
const ofMedication = ['drug', 'dose', 'route', 'frequency', 'startDate', 'stopDate', 'note'];

const ways: Readonly<Record<string, Way>> = {
  entry: {
    fields: ofEntry,
    put: ({ of, in: review }, earlier, { version, idempotencyKey }) =>
      api(updateEntry, {
        params: { reviewId: idOf(review) },
        body: { reviewId: idOf(review), drugErr: { _id: idOf(of), ...earlier } },
        ifVersion: version,
        idempotencyKey,
      }),
    again: ({ in: review }, earlier, idempotencyKey) =>
      api(addEntry, {
        params: { reviewId: idOf(review) },
        body: { reviewId: idOf(review), drugErr: earlier },
        idempotencyKey,
      }),
  },
  review: {
    fields: ['reviewDate', 'clinicalNote'],
    put: ({ of }, earlier, { version, idempotencyKey }) =>
      api(editHead, {
        params: { reviewId: idOf(of) },
        body: { reviewId: idOf(of), ...earlier },
        ifVersion: version,
        idempotencyKey,
      }),
    again: (change, earlier, idempotencyKey) => {
      const entries = Array.isArray(change.before?.['drugErrs']) ? (change.before['drugErrs'] as Fields[]) : [];
      return api(addReview, {
        body: { admissionId: streamId(change), ...earlier, drugErrs: entries.map((entry) => pick(entry, ofEntry)) },
        idempotencyKey,
      });
    },
  },
  note: {
    fields: ['noteDate', 'note'],
    put: ({ of }, earlier, { version, idempotencyKey }) =>
      api(editNote, {
        params: { noteId: idOf(of) },
        body: { noteId: idOf(of), ...earlier },
        ifVersion: version,
        idempotencyKey,
      }),
    again: (change, earlier, idempotencyKey) =>
      api(addNote, { body: { admissionId: streamId(change), ...earlier }, idempotencyKey }),
  },
  admission: {
    fields: ['admissionDate', 'admissionDetails', 'dischargeDate', 'dischargeStatus', 'dischargeNote'],
    put: ({ of }, earlier, { version, idempotencyKey }) =>
      api(editAdmission, { params: { id: idOf(of) }, body: earlier, ifVersion: version, idempotencyKey }),
  },
  medication: {
    fields: ofMedication,
    put: (change, earlier, { version, idempotencyKey }) =>
      api(updateMedication, {
        params: { id: streamId(change), medId: idOf(change.of) },
        body: earlier,
        ifVersion: version,
        idempotencyKey,
      }),
    // Of anybody's in the team: two may want it back.
    again: (change, earlier, idempotencyKey) =>
      api(addMedication, {
        params: { id: streamId(change) },
        body: { ...earlier, bringsBack: idOf(change.of) },
        idempotencyKey,
      }),
  },
  patient: {
    fields: ['firstName', 'middleName', 'lastName', 'fourthName', 'birthdate', 'medicalRecordNumber'],
    put: ({ of }, earlier, { version, idempotencyKey }) =>
      api(correctPatient, { params: { id: idOf(of) }, body: earlier, ifVersion: version, idempotencyKey }),
  },
  team: {
    fields: ['name', 'specialty', 'about', 'cloudName', 'uploadPreset', 'chatAllowed'],
    put: ({ of }, earlier, { version, idempotencyKey }) =>
      api(editTeam, { params: { id: idOf(of) }, body: earlier, ifVersion: version, idempotencyKey }),
  },
  drug: {
    fields: ['label', 'tradeLabels', 'errTemps', 'tags', 'tips', 'compatibility'],
    put: ({ of, revision }, _earlier, { version, idempotencyKey }) =>
      api(restoreDrug, { params: { id: idOf(of) }, body: { revision }, ifVersion: version, idempotencyKey }),
  },
};

/**
 * Whose commands a change was made by: of reviews and notes by their author only, so that whoever made it is the
 * author.
 */
const byAuthor = new Set([
  'ReviewAdded',
  'ReviewDuplicated',
  'ReviewHeadEdited',
  'ReviewDeleted',
  'ReviewMedicationAdded',
  'ReviewMedicationUpdated',
  'ReviewMedicationRemoved',
  'PhysicianNoteAdded',
  'PhysicianNoteEdited',
  'PhysicianNoteDeleted',
]);

/** Whether a change is one that the person may take back, by what they are and have written. The server decides. */
export function mayWrite({ type, of, actorId }: HistoryEvent, me: string, team: Team | undefined): boolean {
  const person = { _id: me };
  switch (kindOf(of)) {
    case 'entry':
    case 'review':
    case 'note':
      return byAuthor.has(type) && actorId === me;
    case 'admission':
    case 'medication':
    case 'patient':
      return team !== undefined && policy.edit(person, team);
    case 'team':
      return team !== undefined && policy.administer(person, team);
    default:
      return kindOf(of) === 'drug';
  }
}

/**
 * What may be restored, of changes that are newest first from the newest there is. Of each thing its newest change is
 * how it stands, and of a deleted one it is the only one that leads back; where there is no way back (members, images,
 * erased patients), nothing is offered.
 * @returns revision of each change → whether the thing would be written anew
 */
export function restorable(
  changes: readonly HistoryEvent[],
  me: string,
  team: Team | undefined,
): Map<number, 'put' | 'again'> {
  const found = new Map<number, 'put' | 'again'>();
  /** Whether it is there, by its newest change. */
  const stands = new Map<HistoryThing, boolean>();
  for (const change of changes) {
    const isNewest = !stands.has(change.of);
    if (isNewest) stands.set(change.of, change.after !== null);
    const way = ways[kindOf(change.of)];
    if (
      !way ||
      change.unreadable ||
      !change.stream.startsWith(`${holderOf(change.of)}-`) ||
      !mayWrite(change, me, team)
    )
      continue;
    if (change.after === null) {
      // What went with its review comes back with it.
      if (isNewest && way.again && !(kindOf(change.of) === 'entry' && change.type === 'ReviewDeleted'))
        found.set(change.revision, 'again');
    } else if (!isNewest && stands.get(change.of)) found.set(change.revision, 'put');
  }
  return found;
}
/** The kind of stream that holds a thing: a patient's tells of admissions as well, and does not hold them. */
const holderOf = (thing: HistoryThing): string => {
  const kind = kindOf(thing);
  return kind === 'patient' || kind === 'team' || kind === 'drug' ? kind : 'admission';
};

/** How a thing was after a change, by what each change until then has said of it. Null where it was not there. */
export function asOf(events: readonly HistoryEvent[], of: HistoryThing, revision: number): Fields | null {
  let thing: Fields | null = null;
  for (const { of: about, revision: at, before, after, unreadable } of events) {
    if (about !== of || at > revision || unreadable) continue;
    thing = after === null || before === null ? after : Object.assign({}, thing, after);
  }
  return thing;
}

export interface Restoring {
  /**
   * What would change, as it is and as it would be: nothing where it stands like that already. Of what is written anew:
   * null, and all of it.
   */
  standing: Fields | null;
  earlier: Fields;
  send(idempotencyKey: string): Promise<Written>;
}

/** @param past of the thing alone, whole @returns undefined where there is nothing to go back to */
export function restoring(change: HistoryEvent, { events, revision: version }: WholePast): Restoring | undefined {
  const way = ways[kindOf(change.of)];
  const standing = asOf(events, change.of, Number.POSITIVE_INFINITY);
  if (change.after === null) {
    const again = way?.again;
    if (!again || !change.before || standing) return undefined;
    const earlier = change.before;
    return {
      standing: null,
      earlier,
      send: (idempotencyKey) => again(change, pick(earlier, way.fields), idempotencyKey),
    };
  }
  const earlier = asOf(events, change.of, change.revision);
  if (!way || !standing || !earlier) return undefined;
  const differing = way.fields.filter((field) => JSON.stringify(earlier[field]) !== JSON.stringify(standing[field]));
  const shown = [...differing, ...differing.flatMap((field) => labelsOf[field] ?? [])];
  return {
    standing: pick(standing, shown),
    earlier: pick(earlier, shown),
    send: (idempotencyKey) => way.put(change, pick(earlier, way.fields), { version, idempotencyKey }),
  };
}
/** By which words people know what is kept as an id. */
const labelsOf: Readonly<Record<string, readonly string[]>> = {
  errDrug: ['errDrugLabel'],
  errType: ['errTypeLabel'],
  drug: ['drugLabel'],
};
