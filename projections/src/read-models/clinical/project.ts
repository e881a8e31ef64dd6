/**
 * `admission-` streams into admissions, reviews, entries, notes, gallery, medications, measurements, reconciliation and
 * decisions on findings.
 */
import { createHash } from 'node:crypto';
import { givenIn, noCareDetails } from 'language/domain/admission/care-details';
import type { Admission } from 'language/contract/entities';
import {
  type AdmissionEvent,
  admissionEvents,
  type Asked,
  type DecidedFinding,
  type Entry,
} from 'language/domain/admission/events';
import {
  admissionFields,
  dischargeFields,
  entryFields,
  homeMedicationFields,
  measurementFields,
  medicationFields,
  noteFields,
  reconciledFields,
  reviewFields,
} from 'language/domain/admission/fields';
import {
  afterAddress,
  afterAnswer,
  afterEntryUpdate,
  afterReminder,
  afterResponse,
  askedAfterMove,
  newlyAsked,
  responseOf,
} from 'language/domain/admission/evolve-answers';
import { canonicalOf } from 'language/domain/admission/measured-values';
import { afterUpdate, endedBy, newCourse } from 'language/domain/admission/medication-course';
import { touchedBy as touchedByAdmission } from 'language/domain/admission/touched';
import { type Recorded, recordedAtOf } from 'language/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'language/domain/event-schema';
import { inColumns, rowOf } from '../field-columns.ts';
import { idOf, type Projection } from '../projection.ts';
import {
  append,
  insert,
  remove,
  removeKeepingPast,
  type RowChange,
  shared,
  update,
  updateKeepingPast,
} from '../row-change.ts';
import { RowMissing, type Rows } from '../stream-rows.ts';
import type { RowOf } from '../table.ts';
import { erasedError, erasedPart, erasedReview } from './erased-tables.ts';
import { entriesOf, hideImages, nextPosition, touchReview } from './chart-rows.ts';
import { projectMove } from './project-moves.ts';
import {
  admission,
  admissionMedication,
  findingDecision,
  galleryGroup,
  galleryImage,
  homeMedication,
  measurement,
  movedOut,
  physicianNote,
  reconciledLine,
  removedImage,
  review,
  reviewEntry,
  tablesOfAdmission,
  takenPatient,
  transferOffer,
  transferredStay,
  wardMark,
} from './tables.ts';

export const clinical: Projection = {
  name: 'clinical',
  changes: [
    {
      // Which teams lost a part by an erasure; by which id the copies of an error find each other.
      differs: ['erased_part', 'erased_error.is_repeated', 'review_entry.first_id'],
    },
    // From when each error waits for an answer, and who recorded its response.
    { differs: ['review_entry.asked'] },
    // A report as known at an instant has no reminder of later.
    { differs: ['past_review_entry'] },
  ],
  eventsOf: () => admissionEvents,
  tablesOf: () => tablesOfAdmission,
  project,
  touched(stored) {
    const event = knownEvent(admissionEvents, stored);
    return event ? touchedByAdmission(idOf(stored.stream), event) : [];
  },
  aggregateTag: (stream) => `admission:${idOf(stream)}`,
};

type StoredAdmissionEvent = StoredEvent & AdmissionEvent;

/**
 * An entity's `version` is the revision of the last event that touched it. A review has one version for its head and
 * one for its entries, beside each entry's own. An admission's version covers its head, gallery, medications and measurements. Rows
 * inside an admission copy patient and team from the admission's row when they are added; a transfer changes the team of
 * the admission only, so that reports count what was written where it was written. Rows that reports show keep their past states
 * (`../../schema/past.ts`).
 */
function project(rows: Rows, stored: StoredEvent): readonly RowChange[] {
  const event = knownEvent(admissionEvents, stored);
  const admission_id = idOf(stored.stream);
  const version = String(stored.revision);
  switch (event?.type) {
    case undefined:
      return [];
    case 'PatientAdmitted': {
      const { patientId, teamId } = event.data;
      return [
        insert(admission, {
          admission_id,
          patient_id: patientId,
          team_id: teamId,
          ...rowOf(admissionFields, { ...noDischarge, ...noCareDetails, ...event.data }),
          version,
          since: recordedAtOf(event.metadata),
        }),
      ];
    }
    case 'AdmissionEdited': {
      const { admissionDate, admissionDetails } = event.data;
      const edited = inColumns({ admissionDate, admissionDetails, ...givenIn(event.data), version });
      return [updateKeepingPast(admission, { admission_id }, edited, event)];
    }
    case 'PatientDischarged': {
      const discharge = { ...rowOf(dischargeFields, event.data), version };
      return [updateKeepingPast(admission, { admission_id }, discharge, event)];
    }
    case 'DischargeCancelled': {
      const none = { ...rowOf(dischargeFields, noDischarge), version };
      return [updateKeepingPast(admission, { admission_id }, none, event)];
    }
    case 'AdmissionDeleted':
      return [...deleteAdmission(rows, event), shared({ kind: 'chart seen ends', admissionId: admission_id })];
    case 'TransferOffered': {
      const { offerId, toTeamId, toTeamName, note } = event.data;
      const { patient_id, team_id } = rows.one(admission, { admission_id });
      return [
        ...endOffer(rows),
        insert(transferOffer, {
          admission_id,
          offer_id: offerId,
          patient_id,
          from_team_id: team_id,
          to_team_id: toTeamId,
          to_team_name: toTeamName,
          note,
          offered_by: event.metadata.actorId,
          offered_at: event.metadata.occurredAt,
          decline_reason: null,
          declined_at: null,
        }),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'TransferDeclined': {
      const declined = { decline_reason: event.data.reason, declined_at: event.metadata.occurredAt };
      return [
        ...rows.all(transferOffer).map((row) => update(transferOffer, row, declined)),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'TransferWithdrawn':
      return [...endOffer(rows), update(admission, { admission_id }, { version })];
    case 'TransferAccepted': {
      const { toTeamId, transferDate } = event.data;
      const { patient_id, team_id, admission_date } = rows.one(admission, { admission_id });
      return [
        ...endOffer(rows),
        insert(transferredStay, {
          admission_id,
          revision: version,
          patient_id,
          team_id,
          to_team_id: toTeamId,
          start_date: lastTransfer(rows)?.transfer_date ?? admission_date,
          transfer_date: transferDate,
          at: recordedAtOf(event.metadata),
        }),
        updateKeepingPast(
          admission,
          { admission_id },
          { team_id: toTeamId, ...inColumns(givenIn(event.data)), version },
          event,
        ),
        ...endMarks(rows),
        // The decisions of this stage were about the transfer before.
        ...decisionsWhere(rows, ({ stage }) => stage === 'transfer'),
        shared({ kind: 'chart seen ends', admissionId: admission_id }),
      ];
    }
    case 'AdmissionErased':
      return [
        ...rowsOfAdmission(rows),
        ...figuresOf(admission_id, event.data),
        ...partsOf(admission_id, event),
        shared({ kind: 'chart seen ends', admissionId: admission_id }),
        shared({ kind: 'stream erased' }),
      ];
    case 'ReviewAdded':
    case 'ReviewDuplicated': {
      const { reviewId, entries } = event.data;
      const { patient_id, team_id } = rows.one(admission, { admission_id });
      const added = {
        review_id: reviewId,
        admission_id,
        patient_id,
        team_id,
        ...rowOf(reviewFields, event.data),
        author_id: event.metadata.actorId,
        created_at: event.metadata.occurredAt,
        version,
        copied_from: event.type === 'ReviewDuplicated' ? event.data.copiedFrom : null,
        entries_version: '0',
        moved_from: null,
        since: recordedAtOf(event.metadata),
      };
      return [insert(review, added), ...addEntries(rows, added, 0, entries, event)];
    }
    case 'ReviewHeadEdited': {
      const { reviewId, reviewDate } = event.data;
      const head = { ...rowOf(reviewFields, event.data), version };
      return [
        updateKeepingPast(review, { review_id: reviewId }, head, event),
        // Reports count an entry on the date of its review.
        ...entriesOf(rows, reviewId)
          .filter((entry) => entry.review_date !== reviewDate)
          .map((entry) => updateKeepingPast(reviewEntry, entry, { review_date: reviewDate }, event)),
      ];
    }
    case 'ReviewDeleted': {
      const { reviewId } = event.data;
      return [
        ...entriesOf(rows, reviewId).map((entry) => removeKeepingPast(reviewEntry, entry, event)),
        removeKeepingPast(review, { review_id: reviewId }, event),
      ];
    }
    case 'ReviewMedicationAdded': {
      const { reviewId, entry } = event.data;
      const next = nextPosition(entriesOf(rows, reviewId));
      return [
        ...addEntries(rows, rows.one(review, { review_id: reviewId }), next, [entry], event),
        touchReview(reviewId, version),
      ];
    }
    case 'ReviewMedicationUpdated': {
      const { reviewId, entry } = event.data;
      // The whole entry; its position and its rating stay.
      const before = rows.one(reviewEntry, { entry_id: entry.entryId });
      const asked = afterEntryUpdate(askedIn(before), judgedIn(before), entry, event);
      const fields = { ...rowOf(entryFields, entry), asked, version };
      return [
        updateKeepingPast(reviewEntry, { entry_id: entry.entryId }, fields, event),
        touchReview(reviewId, version),
      ];
    }
    case 'ReviewMedicationRemoved': {
      const { reviewId, entryId } = event.data;
      return [removeKeepingPast(reviewEntry, { entry_id: entryId }, event), touchReview(reviewId, version)];
    }
    case 'FollowUpDateSet': {
      const { reviewId, entryId, followUpDate } = event.data;
      const followUp = { follow_up_date: followUpDate, version };
      return [updateKeepingPast(reviewEntry, { entry_id: entryId }, followUp, event), touchReview(reviewId, version)];
    }
    case 'EntryTakenOver': {
      const { reviewId, entryId } = event.data;
      const taken = { responsible_id: event.metadata.actorId, version };
      return [updateKeepingPast(reviewEntry, { entry_id: entryId }, taken, event), touchReview(reviewId, version)];
    }
    case 'ResponseRecorded': {
      const { reviewId, entryId, errRes } = event.data;
      const asked = afterResponse(askedIn(rows.one(reviewEntry, { entry_id: entryId })), errRes, event);
      const answered = { err_res: errRes, asked, version };
      return [updateKeepingPast(reviewEntry, { entry_id: entryId }, answered, event), touchReview(reviewId, version)];
    }
    case 'EntryAddressed': {
      const { reviewId, entryId } = event.data;
      const asked = afterAddress(askedIn(rows.one(reviewEntry, { entry_id: entryId })), event);
      const addressed = { asked, version };
      return [updateKeepingPast(reviewEntry, { entry_id: entryId }, addressed, event), touchReview(reviewId, version)];
    }
    case 'EntryAnswered': {
      const { reviewId, entryId, answer } = event.data;
      const asked = afterAnswer(askedIn(rows.one(reviewEntry, { entry_id: entryId })), event);
      const answered = { err_res: responseOf[answer], asked, version };
      return [updateKeepingPast(reviewEntry, { entry_id: entryId }, answered, event), touchReview(reviewId, version)];
    }
    // No version of the entry or of its review: nobody has changed what they say.
    case 'AnswerReminded': {
      const { entryId } = event.data;
      const asked = afterReminder(askedIn(rows.one(reviewEntry, { entry_id: entryId })), event);
      return [updateKeepingPast(reviewEntry, { entry_id: entryId }, { asked }, event)];
    }
    case 'ErrorRated': {
      const { reviewId, entryId, rating } = event.data;
      const rated = { rating, version };
      return [updateKeepingPast(reviewEntry, { entry_id: entryId }, rated, event), touchReview(reviewId, version)];
    }
    case 'PhysicianNoteAdded': {
      const inside = { ...insideAdmission(rows, event), version };
      const note = rowOf(noteFields, event.data);
      return [insert(physicianNote, { note_id: event.data.noteId, ...note, ...inside, moved_from: null })];
    }
    case 'PhysicianNoteEdited': {
      return [update(physicianNote, { note_id: event.data.noteId }, { ...rowOf(noteFields, event.data), version })];
    }
    case 'PhysicianNoteDeleted':
      return [remove(physicianNote, { note_id: event.data.noteId })];
    case 'GalleryGroupAdded': {
      const { groupId: group_id, title, images } = event.data;
      return [
        insert(galleryGroup, { group_id, title, ...insideAdmission(rows, event), version, moved_from: null }),
        ...images.map((image, position) => insert(galleryImage, { group_id, position, image })),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'GalleryGroupRemoved': {
      const { groupId: group_id } = event.data;
      const images = rows.all(galleryImage).filter((image) => image.group_id === group_id);
      return [
        ...hideImages(rows, admission_id, new Set(images.map(({ image }) => image))),
        ...images.map((image) => remove(galleryImage, image)),
        remove(galleryGroup, { group_id }),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'AdmissionMedicationAdded': {
      const { medication } = event.data;
      const position = nextPosition(rows.all(admissionMedication));
      return [
        insert(admissionMedication, {
          medication_id: medication.medicationId,
          ...rowOf(medicationFields, medication),
          ...inColumns(newCourse),
          ...insideAdmission(rows, event),
          position,
          version,
        }),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'AdmissionMedicationUpdated': {
      const { medication, doseChangedOn } = event.data;
      const { hold, dose_changed_on } = medicationIn(rows, medication.medicationId);
      const course = afterUpdate({ hold, doseChangedOn: dose_changed_on }, medication.stopDate, doseChangedOn);
      // The whole medication; its position stays.
      const fields = { ...rowOf(medicationFields, medication), ...inColumns(course), version };
      return [
        update(admissionMedication, { medication_id: medication.medicationId }, fields),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'AdmissionMedicationStopped': {
      const { medicationId, stopDate } = event.data;
      const hold = endedBy(stopDate, medicationIn(rows, medicationId).hold);
      return [
        update(admissionMedication, { medication_id: medicationId }, { stop_date: stopDate, hold, version }),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'MedicationHeld':
    case 'MedicationHoldEnded': {
      const { medicationId: medication_id, ...data } = event.data;
      const hold = 'on' in data ? endedBy(data.on, medicationIn(rows, medication_id).hold) : data;
      return [
        update(admissionMedication, { medication_id }, { hold, version }),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'AdmissionMedicationDeleted':
      return [
        ...decisionsWhere(rows, ({ line_id }) => line_id === event.data.medicationId),
        remove(admissionMedication, { medication_id: event.data.medicationId }),
        update(admission, { admission_id }, { version }),
      ];
    case 'AdmissionMedicationsSorted': {
      const ids = event.data.medicationIds;
      if (new Set(ids).size !== ids.length) throw new RowMissing('A medication of this order is there twice');
      return [
        ...ids.map((medication_id, position) => update(admissionMedication, { medication_id }, { position })),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'MeasurementsRecorded':
      return [
        ...event.data.measurements.map((one) =>
          insert(measurement, {
            measurement_id: one.measurementId,
            ...rowOf(measurementFields, one),
            canonical: canonicalOf(one),
            ...insideAdmission(rows, event),
            version,
          }),
        ),
        update(admission, { admission_id }, { version }),
      ];
    case 'MeasurementCorrected': {
      const { measurement: one } = event.data;
      // The whole measurement; who recorded it stays.
      const fields = { ...rowOf(measurementFields, one), canonical: canonicalOf(one), version };
      return [
        update(measurement, { measurement_id: one.measurementId }, fields),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'MeasurementRemoved':
      return [
        remove(measurement, { measurement_id: event.data.measurementId }),
        update(admission, { admission_id }, { version }),
      ];
    case 'FindingDecided': {
      const { finding, decision } = event.data;
      const finding_hash = hashOf(finding);
      const decided = {
        statement_version: finding.statementVersion,
        kind: decision.kind,
        until: decision.kind === 'deferred' ? decision.until : null,
        reason: decision.kind === 'dismissed' ? decision.reason : '',
        entry_id: decision.kind === 'taken' ? decision.entryId : '',
        decided_by: event.metadata.actorId,
        decided_at: event.metadata.occurredAt,
        version,
      };
      if (rows.find(findingDecision, { admission_id, finding_hash }))
        return [update(findingDecision, { admission_id, finding_hash }, decided)];
      const { key, fingerprint, statementId: statement_id } = finding;
      return [insert(findingDecision, { admission_id, finding_hash, key, fingerprint, statement_id, ...decided })];
    }
    case 'HomeMedicationRecorded': {
      const { medication } = event.data;
      const home_medication_id = medication.homeMedicationId;
      const fields = { ...rowOf(homeMedicationFields, medication), version };
      return [
        rows.find(homeMedication, { home_medication_id })
          ? update(homeMedication, { home_medication_id }, fields)
          : insert(homeMedication, {
              home_medication_id,
              ...fields,
              ...insideAdmission(rows, event),
              position: nextPosition(rows.all(homeMedication)),
            }),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'HomeMedicationRemoved': {
      const { homeMedicationId: home_medication_id } = event.data;
      return [
        ...decisionsWhere(rows, ({ line_id }) => line_id === home_medication_id),
        remove(homeMedication, { home_medication_id }),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'MedicationReconciled': {
      const { stage, line } = event.data;
      const key = { admission_id, stage, line_kind: line.kind, line_id: line.id };
      const { actorId: author_id, occurredAt: decided_at } = event.metadata;
      const decision = { ...rowOf(reconciledFields, event.data), author_id, decided_at, version };
      return [
        rows.find(reconciledLine, key)
          ? update(reconciledLine, key, decision)
          : insert(reconciledLine, { ...key, ...decision }),
        update(admission, { admission_id }, { version }),
      ];
    }
    case 'PatientTaken': {
      const { day } = event.data;
      const mine = { admission_id, user_id: event.metadata.actorId };
      const before = rows.all(takenPatient).filter((row) => row.day !== day && row.user_id !== mine.user_id);
      return [
        ...before.map((row) => remove(takenPatient, row)),
        rows.find(takenPatient, mine)
          ? update(takenPatient, mine, { day, version })
          : insert(takenPatient, { ...mine, day, version }),
      ];
    }
    case 'PatientReleased':
      return rows
        .all(takenPatient)
        .filter((row) => row.user_id === event.metadata.actorId)
        .map((row) => remove(takenPatient, row));
    case 'PatientDeferred':
      return markOf(rows, event, 'deferral', event.data.until, event.data.reason);
    case 'DeferralEnded':
      return endMark(rows, admission_id, 'deferral');
    case 'ReviewLevelMarked':
      return markOf(rows, event, 'level', event.data.day, event.data.level);
    case 'ReviewLevelCleared':
      return endMark(rows, admission_id, 'level');
    case 'MovedToAnotherChart':
    case 'MovedFromAnotherChart':
    case 'MoveReturned':
    case 'MoveCompleted':
      return projectMove(rows, admission_id, event);
    default:
      return event satisfies never;
  }
}

/** One of each kind: a later one replaces it. */
function markOf(
  rows: Rows,
  { stream, revision, metadata }: StoredEvent,
  kind: 'deferral' | 'level',
  day: string,
  detail: string,
): RowChange[] {
  const key = { admission_id: idOf(stream), kind };
  const mark = { day, detail, user_id: metadata.actorId, version: String(revision) };
  return [rows.find(wardMark, key) ? update(wardMark, key, mark) : insert(wardMark, { ...key, ...mark })];
}
const endMark = (rows: Rows, admission_id: string, kind: 'deferral' | 'level'): RowChange[] =>
  rows.find(wardMark, { admission_id, kind }) ? [remove(wardMark, { admission_id, kind })] : [];
const endMarks = (rows: Rows): RowChange[] => [
  ...rows.all(takenPatient).map((row) => remove(takenPatient, row)),
  ...rows.all(wardMark).map((row) => remove(wardMark, row)),
];

const hashOf = ({ key, fingerprint }: DecidedFinding): string =>
  createHash('sha256')
    .update(JSON.stringify([key, fingerprint]))
    .digest('hex');

/** @throws RowMissing */
const medicationIn = (rows: Rows, medication_id: string) => rows.one(admissionMedication, { medication_id });

const decisionsWhere = (rows: Rows, isIt: (decision: RowOf<typeof reconciledLine.columns>) => boolean): RowChange[] =>
  rows
    .all(reconciledLine)
    .filter(isIt)
    .map((row) => remove(reconciledLine, row));

const endOffer = (rows: Rows): RowChange[] => rows.all(transferOffer).map((row) => remove(transferOffer, row));

/** The newest stay that ended by a transfer. */
const lastTransfer = (rows: Rows) =>
  rows.all(transferredStay).toSorted((a, b) => Number(BigInt(b.revision) - BigInt(a.revision)))[0];

type Review = RowOf<typeof review.columns>;

/** The columns of a row from its admission and from the event that added it. @throws RowMissing */
function insideAdmission(rows: Rows, { stream, metadata }: StoredEvent) {
  const { admission_id, patient_id, team_id } = rows.one(admission, { admission_id: idOf(stream) });
  return { admission_id, patient_id, team_id, author_id: metadata.actorId, created_at: metadata.occurredAt };
}

const noDischarge: Pick<Admission, keyof typeof dischargeFields> = {
  dischargeDate: null,
  dischargeStatus: null,
  dischargeNote: '',
};

/** Adds the entries in the given order, the first at the position `next`. */
const addEntries = (
  rows: Rows,
  { review_id, admission_id, team_id, review_date }: Review,
  next: number,
  entries: readonly (Entry & { copiedFrom?: string })[],
  event: StoredAdmissionEvent,
): RowChange[] =>
  entries.map((entry, place) =>
    insert(reviewEntry, {
      entry_id: entry.entryId,
      review_id,
      admission_id,
      team_id,
      review_date,
      position: next + place,
      ...rowOf(entryFields, entry),
      rating: null,
      version: String(event.revision),
      copied_from: entry.copiedFrom ?? null,
      responsible_id: null,
      moved_from: null,
      since: recordedAtOf(event.metadata),
      asked: newlyAsked(entry, event),
      first_id: entry.copiedFrom === undefined ? null : firstIdIn(rows, entry.copiedFrom),
    }),
  );

type EntryRow = RowOf<typeof reviewEntry.columns>;
/** A row that an older version made has none. */
const askedIn = ({ asked, since }: EntryRow): Asked => asked ?? askedAfterMove({}, since);
const judgedIn = (row: EntryRow) => ({
  errType: row.err_type,
  errDrug: row.err_drug,
  errNote: row.err_note,
  errRes: row.err_res,
});

/** Also of a row that an older version made, which has no first id. */
function firstIdIn(rows: Rows, entry_id: string): string {
  const original = rows.find(reviewEntry, { entry_id });
  return original?.first_id ?? original?.copied_from ?? entry_id;
}

/** This event has no encrypted data: it is readable when no earlier event is. Then there are no rows. */
const deleteAdmission = (rows: Rows, event: StoredAdmissionEvent): RowChange[] => [
  ...rows.all(reviewEntry).map((row) => removeKeepingPast(reviewEntry, row, event)),
  ...rows.all(review).map((row) => removeKeepingPast(review, row, event)),
  ...rowsWithoutPast(rows),
  ...rows.all(admission).map((row) => removeKeepingPast(admission, row, event)),
  shared({ kind: 'past ends', patientId: event.metadata.patientId }),
];

const rowsWithoutPast = (rows: Rows): RowChange[] => [
  ...rows.all(physicianNote).map((row) => remove(physicianNote, row)),
  ...rows.all(galleryImage).map((row) => remove(galleryImage, row)),
  ...rows.all(galleryGroup).map((row) => remove(galleryGroup, row)),
  ...rows.all(removedImage).map((row) => remove(removedImage, row)),
  ...rows.all(movedOut).map((row) => remove(movedOut, row)),
  ...rows.all(admissionMedication).map((row) => remove(admissionMedication, row)),
  ...rows.all(measurement).map((row) => remove(measurement, row)),
  ...rows.all(findingDecision).map((row) => remove(findingDecision, row)),
  ...rows.all(homeMedication).map((row) => remove(homeMedication, row)),
  ...rows.all(reconciledLine).map((row) => remove(reconciledLine, row)),
  ...endMarks(rows),
  ...endOffer(rows),
];

/** Removes all rows without keeping a state of them. */
const rowsOfAdmission = (rows: Rows): RowChange[] => [
  ...rows.all(transferredStay).map((row) => remove(transferredStay, row)),
  ...rows.all(reviewEntry).map((row) => remove(reviewEntry, row)),
  ...rows.all(review).map((row) => remove(review, row)),
  ...rowsWithoutPast(rows),
  ...rows.all(admission).map((row) => remove(admission, row)),
];

type Erased = Extract<AdmissionEvent, { type: 'AdmissionErased' }>;
type Figures = Pick<Erased['data'], 'reviews' | 'errors'>;

const figuresOf = (admission_id: string, { reviews, errors }: Figures): RowChange[] => [
  ...reviews.map((one) => append(erasedReview, { ...countedOf(admission_id, one), author_id: one.authorId })),
  ...errors.map((one) =>
    append(erasedError, {
      ...countedOf(admission_id, one),
      err_type: one.errType,
      err_type_label: one.errTypeLabel,
      err_severity: one.errSeverity,
      err_res: one.errRes,
      drug_tags: one.drugTags,
      is_repeated: one.isRepeated ?? false,
      pcne: one.pcne ?? [],
    }),
  ),
];

/** The teams that lose something: those that the admission was in, and those for which something in it counted. */
function partsOf(admission_id: string, { data, metadata }: Recorded<Erased>): RowChange[] {
  const { patientId, personId: person_id = patientId, teamId, otherTeamIds = [], reviews } = data;
  const teams = new Set([teamId, ...otherTeamIds, ...reviews.map((one) => one.teamId)]);
  return [...teams].map((team_id) =>
    insert(erasedPart, { admission_id, team_id, person_id, at: recordedAtOf(metadata) }),
  );
}

const countedOf = (admission_id: string, one: Figures['reviews'][number] | Figures['errors'][number]) => ({
  review_id: `${admission_id}.${one.number}`,
  admission_id,
  team_id: one.teamId,
  review_date: one.reviewDate,
  since: one.since,
  known_until: one.until ?? 'infinity',
});
