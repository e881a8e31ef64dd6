/**
 * Restores an earlier state of a thing as a new change (docs/decisions/browser/restore.md). It sends the command of an
 * edit with the earlier values and `If-Match`, so that all rules, rights and conflicts hold. Only drugs have a restore
 * command of their own.
 */
import type { Call, Method } from 'language/contract/calls/call';
import * as admissionCalls from 'language/contract/calls/admissions';
import * as catalogueCalls from 'language/contract/calls/catalogue';
import * as noteCalls from 'language/contract/calls/physician-notes';
import * as patientCalls from 'language/contract/calls/patients';
import * as reviewCalls from 'language/contract/calls/reviews';
import * as teamCalls from 'language/contract/calls/teams';
import type { Team, Written } from 'language/contract/entities';
import type { HistoryEvent, HistoryThing } from 'language/contract/history';
import {
  admissionFields,
  measurementFields,
  noteFields,
  reviewFields,
  writtenEntryFields,
  writtenMedicationFields,
} from 'language/domain/admission/fields';
import { drugFields } from 'language/domain/drug/fields';
import { patientFields } from 'language/domain/patient/fields';
import { namesOf } from 'language/domain/values/record-fields';
import { idsOfLabels } from '../../clinical/field-formats.ts';
import { policy } from '../../clinical/policy.ts';
import { isMessageId, translate } from '../../platform/language/language.ts';
import { api } from '../../sync/client.ts';
import type { FullTimeline } from './api.ts';

type Fields = Readonly<Record<string, unknown>>;
/** The history shows the fields in the contract's form, as the bodies take them. */
const bodyFor = <Sent>(_call: Call<Method, string, unknown, Sent>, fields: Fields): Sent => fields as Sent;
export interface Precondition {
  /** `If-Match`. */
  version: number;
  idempotencyKey: string;
}
interface RestoreMethod {
  /** The restored fields, in the contract's field names. The others are derived, or written by other people. */
  fields: readonly string[];
  update(change: HistoryEvent, earlier: Fields, precondition: Precondition): Promise<Written>;
  /** Creates a deleted thing again, as a new thing. */
  recreate?(change: HistoryEvent, earlier: Fields, idempotencyKey: string): Promise<Written>;
}

export const thingKind = (thing: HistoryThing): string => thing.slice(0, thing.indexOf(':'));
/** `the review`. A kind of a newer server is named by its own word. */
export function thingName(thing: HistoryThing): string {
  const id = `history.things.${thingKind(thing)}`;
  return isMessageId(id) ? translate(id) : thingKind(thing);
}
/** The people who can restore a thing of this kind, as a sentence. Undefined if there are none. */
export function restoredBy(kind: string): string | undefined {
  const id = `history.restoredBy.${kind}`;
  return isMessageId(id) ? translate(id) : undefined;
}
const thingId = (thing: HistoryThing | undefined): string => thing?.slice(thing.indexOf(':') + 1) ?? '';
const streamId = ({ stream }: HistoryEvent): string => stream.slice(stream.indexOf('-') + 1);
const pick = (thing: Fields, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.filter((field) => Object.hasOwn(thing, field)).map((field) => [field, thing[field]]));

const ofEntry = namesOf(writtenEntryFields);

const restoreMethods: Readonly<Record<string, RestoreMethod>> = {
  entry: {
    fields: ofEntry,
    update: ({ of, in: review }, earlier, { version, idempotencyKey }) =>
      api(reviewCalls.updateEntry, {
        params: { reviewId: thingId(review) },
        body: bodyFor(reviewCalls.updateEntry, {
          reviewId: thingId(review),
          drugErr: { _id: thingId(of), ...earlier },
        }),
        ifVersion: version,
        idempotencyKey,
      }),
    recreate: ({ in: review }, earlier, idempotencyKey) =>
      api(reviewCalls.addEntry, {
        params: { reviewId: thingId(review) },
        body: bodyFor(reviewCalls.addEntry, { reviewId: thingId(review), drugErr: earlier }),
        idempotencyKey,
      }),
  },
  review: {
    fields: namesOf(reviewFields),
    update: ({ of }, earlier, { version, idempotencyKey }) =>
      api(reviewCalls.editReviewHead, {
        params: { reviewId: thingId(of) },
        body: bodyFor(reviewCalls.editReviewHead, { reviewId: thingId(of), ...earlier }),
        ifVersion: version,
        idempotencyKey,
      }),
    recreate: (change, earlier, idempotencyKey) => {
      const entries = Array.isArray(change.before?.['drugErrs']) ? (change.before['drugErrs'] as Fields[]) : [];
      return api(reviewCalls.addReview, {
        body: bodyFor(reviewCalls.addReview, {
          admissionId: streamId(change),
          ...earlier,
          drugErrs: entries.map((entry) => pick(entry, ofEntry)),
        }),
        idempotencyKey,
      });
    },
  },
  note: {
    fields: namesOf(noteFields),
    update: ({ of }, earlier, { version, idempotencyKey }) =>
      api(noteCalls.editNote, {
        params: { noteId: thingId(of) },
        body: bodyFor(noteCalls.editNote, { noteId: thingId(of), ...earlier }),
        ifVersion: version,
        idempotencyKey,
      }),
    recreate: (change, earlier, idempotencyKey) =>
      api(noteCalls.addNote, {
        body: bodyFor(noteCalls.addNote, { admissionId: streamId(change), ...earlier }),
        idempotencyKey,
      }),
  },
  admission: {
    fields: namesOf(admissionFields),
    update: ({ of }, earlier, { version, idempotencyKey }) =>
      api(admissionCalls.editAdmission, {
        params: { id: thingId(of) },
        body: bodyFor(admissionCalls.editAdmission, earlier),
        ifVersion: version,
        idempotencyKey,
      }),
  },
  medication: {
    fields: namesOf(writtenMedicationFields),
    update: (change, earlier, { version, idempotencyKey }) =>
      api(admissionCalls.updateMedication, {
        params: { id: streamId(change), medId: thingId(change.of) },
        body: bodyFor(admissionCalls.updateMedication, earlier),
        ifVersion: version,
        idempotencyKey,
      }),
    // Each member of the team may do this, so that two may do it at once.
    recreate: (change, earlier, idempotencyKey) =>
      api(admissionCalls.addMedication, {
        params: { id: streamId(change) },
        body: bodyFor(admissionCalls.addMedication, { ...earlier, bringsBack: thingId(change.of) }),
        idempotencyKey,
      }),
  },
  measurement: {
    fields: namesOf(measurementFields),
    update: (change, earlier, { version, idempotencyKey }) =>
      api(admissionCalls.correctMeasurement, {
        params: { id: streamId(change), measurementId: thingId(change.of) },
        body: bodyFor(admissionCalls.correctMeasurement, earlier),
        ifVersion: version,
        idempotencyKey,
      }),
  },
  patient: {
    fields: namesOf(patientFields),
    update: ({ of }, earlier, { version, idempotencyKey }) =>
      api(patientCalls.correctPatient, {
        params: { id: thingId(of) },
        body: bodyFor(patientCalls.correctPatient, earlier),
        ifVersion: version,
        idempotencyKey,
      }),
  },
  team: {
    fields: [
      'name',
      'specialty',
      'about',
      'cloudName',
      'uploadPreset',
      'chatAllowed',
      'receivesTransfers',
      'secondFactorRequired',
      'exportLanguage',
      'headerKinds',
      'oldAfterHours',
      'doseIntervals',
      'avoidedHarm',
    ],
    update: ({ of }, earlier, { version, idempotencyKey }) =>
      api(teamCalls.editTeam, {
        params: { id: thingId(of) },
        body: bodyFor(teamCalls.editTeam, earlier),
        ifVersion: version,
        idempotencyKey,
      }),
  },
  drug: {
    fields: namesOf(drugFields),
    update: ({ of, revision }, _earlier, { version, idempotencyKey }) =>
      api(catalogueCalls.restoreDrug, {
        params: { id: thingId(of) },
        body: bodyFor(catalogueCalls.restoreDrug, { revision }),
        ifVersion: version,
        idempotencyKey,
      }),
  },
};

/** Changes that only the author of the review or note can make: their actor is the author. */
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

/** True if the person may restore the thing of a change. The server decides in the end. */
export function canWrite({ type, of, actorId }: HistoryEvent, me: string, team: Team | undefined): boolean {
  const person = { _id: me };
  switch (thingKind(of)) {
    case 'entry':
    case 'review':
    case 'note':
      return byAuthor.has(type) && actorId === me;
    case 'admission':
    case 'medication':
    case 'patient':
      return team !== undefined && policy.edit(person, team);
    case 'measurement':
      return team !== undefined && policy.measure(person, team);
    case 'team':
      return team !== undefined && policy.administer(person, team);
    default:
      return thingKind(of) === 'drug';
  }
}

/**
 * The changes that the person can restore. The newest change of a thing is its current state; of a deleted thing only
 * the deletion can be restored. Members, images and erased patients cannot be restored.
 * @param changes newest first, from the newest change of the stream
 * @returns by revision: `update` if the thing is updated, `recreate` if it is created again
 */
export function restorableChanges(
  changes: readonly HistoryEvent[],
  me: string,
  team: Team | undefined,
): Map<number, 'update' | 'recreate'> {
  const found = new Map<number, 'update' | 'recreate'>();
  /** True for a thing that exists, by its newest change. */
  const exists = new Map<HistoryThing, boolean>();
  for (const change of changes) {
    const isNewest = !exists.has(change.of);
    if (isNewest) exists.set(change.of, change.after !== null);
    const method = restoreMethods[thingKind(change.of)];
    if (
      !method ||
      change.unreadable ||
      !change.stream.startsWith(`${streamKind(change.of)}-`) ||
      !canWrite(change, me, team)
    )
      continue;
    if (change.after === null) {
      // An entry that was deleted with its review is restored with the review.
      if (isNewest && method.recreate && !(thingKind(change.of) === 'entry' && change.type === 'ReviewDeleted'))
        found.set(change.revision, 'recreate');
    } else if (!isNewest && exists.get(change.of)) found.set(change.revision, 'update');
  }
  return found;
}
/** The kind of stream that holds a thing. A patient's stream has changes about admissions, which it does not hold. */
const streamKind = (thing: HistoryThing): string => {
  const kind = thingKind(thing);
  return kind === 'patient' || kind === 'team' || kind === 'drug' ? kind : 'admission';
};

/** The state of a thing after a change, folded from its changes. Null where it did not exist. */
export function stateAfter(events: readonly HistoryEvent[], of: HistoryThing, revision: number): Fields | null {
  let thing: Fields | null = null;
  for (const { of: about, revision: at, before, after, unreadable } of events) {
    if (about !== of || at > revision || unreadable) continue;
    thing = after === null || before === null ? after : Object.assign({}, thing, after);
  }
  return thing;
}

export interface RestorePlan {
  /** The differing fields now; null where the thing is created again. */
  current: Fields | null;
  /** The same fields as they will be; the whole thing where it is created again. */
  earlier: Fields;
  send(idempotencyKey: string): Promise<Written>;
}

/** @param timeline all changes of the thing @returns undefined where the change cannot be restored */
export function planRestore(
  change: HistoryEvent,
  { events, revision: version }: FullTimeline,
): RestorePlan | undefined {
  const method = restoreMethods[thingKind(change.of)];
  const current = stateAfter(events, change.of, Number.POSITIVE_INFINITY);
  if (change.after === null) {
    const recreate = method?.recreate;
    if (!recreate || !change.before || current) return undefined;
    const earlier = change.before;
    return {
      current: null,
      earlier,
      send: (idempotencyKey) => recreate(change, pick(earlier, method.fields), idempotencyKey),
    };
  }
  const earlier = stateAfter(events, change.of, change.revision);
  if (!method || !current || !earlier) return undefined;
  const differing = method.fields.filter((field) => JSON.stringify(earlier[field]) !== JSON.stringify(current[field]));
  const labels = Object.entries(idsOfLabels).flatMap(([label, id]) => (differing.includes(id) ? [label] : []));
  const shown = [...differing, ...labels];
  return {
    current: pick(current, shown),
    earlier: pick(earlier, shown),
    send: (idempotencyKey) => method.update(change, pick(earlier, method.fields), { version, idempotencyKey }),
  };
}
