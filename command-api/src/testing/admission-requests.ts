/** Drawn commands (`domain/testing/admission-commands`) as the requests of a browser, and its screens as what they see. */
import type { AdmissionMedication, PhysicianNote, Review } from 'language/contract/entities';
import type { Measurement } from 'language/contract/measurements';
import type { HomeMedication } from 'language/contract/reconciliation';
import type { DrawnCommand, Seen } from 'language/domain/testing/admission-commands';
import { isNoError } from 'language/domain/values/codes';

/** A command's call. `ifMatch` is the version that it was drawn with. */
export interface CommandRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly ifMatch?: number | undefined;
}

export function requestOf(admissionId: string, drawn: DrawnCommand): CommandRequest {
  const call = (method: CommandRequest['method'], path: string, body?: object): CommandRequest => ({
    method,
    path: `/api/${path}`,
    ...(body && { body }),
    ...(drawn.seen !== undefined && { ifMatch: drawn.seen }),
  });
  const medications = `admissions/${admissionId}/medications`;
  const measurements = `admissions/${admissionId}/measurements`;
  const homeMedications = `admissions/${admissionId}/homeMedications`;
  switch (drawn.name) {
    case 'AddReview': {
      const { reviewDate, clinicalNote, entries } = drawn;
      return call('POST', 'reviews/addReview', { admissionId, reviewDate, clinicalNote, drugErrs: entries });
    }
    case 'EditReviewHead': {
      const { reviewId, reviewDate, clinicalNote } = drawn;
      return call('PUT', `reviews/updateRevHead/${reviewId}`, { reviewDate, clinicalNote });
    }
    case 'DeleteReview':
      return call('DELETE', `reviews/${drawn.reviewId}`);
    case 'DuplicateReview':
      return call('POST', `reviews/${drawn.originId}/duplicate`, { reviewDate: drawn.reviewDate });
    case 'AddReviewMedication':
      return call('POST', `reviews/addRevMed/${drawn.reviewId}`, { drugErr: drawn.entry });
    case 'UpdateReviewMedication': {
      const { entryId, ...fields } = drawn.entry;
      return call('PUT', `reviews/updateRevMed/${drawn.reviewId}`, { drugErr: { _id: entryId, ...fields } });
    }
    case 'RemoveReviewMedication':
      return call('POST', `reviews/remRevMed/${drawn.reviewId}`, { drugErr: { _id: drawn.entryId } });
    case 'SetFollowUpDate': {
      const { reviewId, entryId, followUpDate } = drawn;
      return call('PUT', `reviews/${reviewId}/followUp`, { errId: entryId, followUpDate });
    }
    case 'TakeOverEntry':
      return call('PUT', `reviews/${drawn.reviewId}/takeOver`, { errId: drawn.entryId });
    case 'RecordResponse':
      return call('PUT', `reviews/${drawn.reviewId}/response`, { errId: drawn.entryId, errRes: drawn.errRes });
    case 'AddressEntry':
      return call('PUT', `reviews/${drawn.reviewId}/address`, { entryId: drawn.entryId, to: drawn.to });
    case 'AnswerEntry': {
      const { reviewId, entryId, answer, text, reason } = drawn;
      return call('PUT', `reviews/${reviewId}/answer`, { entryId, answer, text, reason });
    }
    case 'RateError':
      return call('PUT', `reviews/${drawn.reviewId}/editRating`, { errId: drawn.entryId, rating: drawn.rating });
    case 'AddPhysicianNote': {
      const { noteDate, note } = drawn;
      return call('POST', 'physicNotes/addphysicNote', { admissionId, noteDate, note });
    }
    case 'EditPhysicianNote': {
      const { noteId, noteDate, note } = drawn;
      return call('PUT', `physicNotes/updatePhysicNote/${noteId}`, { noteDate, note });
    }
    case 'DeletePhysicianNote':
      return call('DELETE', `physicNotes/deletePhysicNote/${drawn.noteId}`);
    case 'EditAdmission': {
      const { name: _name, seen: _seen, admissionId: _id, person: _person, ...fields } = drawn;
      return call('PUT', `admissions/${admissionId}/edit`, fields);
    }
    case 'DeleteAdmission':
      return call('DELETE', `admissions/${admissionId}`);
    case 'AddGalleryGroup': {
      const { title, images } = drawn;
      return call('POST', `admissions/${admissionId}/gallery`, { title, images: images.map((image) => ({ image })) });
    }
    case 'RemoveGalleryGroup':
      return call('DELETE', `admissions/${admissionId}/gallery/${drawn.groupId}`);
    case 'AddAdmissionMedication': {
      const { drugLabel: _label, ...medication } = drawn.medication;
      return call('POST', medications, medication);
    }
    case 'UpdateAdmissionMedication':
      return call('PUT', `${medications}/${drawn.medicationId}`, drawn.changes);
    case 'StopAdmissionMedication':
      return call('POST', `${medications}/${drawn.medicationId}/stop`, { stopDate: drawn.stopDate });
    case 'HoldAdmissionMedication':
      return call('POST', `${medications}/${drawn.medicationId}/hold`, {
        from: drawn.from,
        until: drawn.until,
        reason: drawn.reason,
      });
    case 'EndMedicationHold':
      return call('POST', `${medications}/${drawn.medicationId}/resume`, { on: drawn.on });
    case 'DeleteAdmissionMedication':
      return call('DELETE', `${medications}/${drawn.medicationId}`);
    case 'SortAdmissionMedications':
      return call('PUT', `${medications}/sort`, { ids: drawn.medicationIds });
    case 'RecordMeasurements':
      return call('POST', measurements, { measurements: drawn.measurements });
    case 'CorrectMeasurement':
      return call('PUT', `${measurements}/${drawn.measurementId}`, drawn.changes);
    case 'RemoveMeasurement':
      return call('DELETE', `${measurements}/${drawn.measurementId}`, { reason: drawn.reason });
    case 'DecideFinding': {
      const { finding, decision } = drawn;
      return call('POST', `admissions/${admissionId}/findings`, { finding, decision });
    }
    case 'RecordHomeMedication': {
      const { drugLabel, ...medication } = drawn.medication;
      return call('POST', homeMedications, medication.drug === '' ? { ...medication, drugLabel } : medication);
    }
    case 'CorrectHomeMedication':
      return call('PUT', `${homeMedications}/${drawn.homeMedicationId}`, drawn.changes);
    case 'RemoveHomeMedication':
      return call('DELETE', `${homeMedications}/${drawn.homeMedicationId}`);
    case 'ReconcileMedications': {
      const { stage, decisions } = drawn;
      return call('PUT', `admissions/${admissionId}/reconciliation`, { stage, lines: decisions });
    }
    case 'TakePatient':
      return call('PUT', `admissions/${admissionId}/taken`, {});
    case 'ReleasePatient':
      return call('DELETE', `admissions/${admissionId}/taken`);
    case 'DeferPatient':
      return call('PUT', `admissions/${admissionId}/deferral`, { until: drawn.until, reason: drawn.reason });
    case 'EndDeferral':
      return call('DELETE', `admissions/${admissionId}/deferral`);
    case 'MarkReviewLevel':
      return call('PUT', `admissions/${admissionId}/reviewLevel`, { level: drawn.level });
    case 'ClearReviewLevel':
      return call('DELETE', `admissions/${admissionId}/reviewLevel`);
    default:
      return drawn satisfies never;
  }
}

/** Lists of a chart's screen, in the contract's shapes. */
export interface ShownLists {
  readonly reviews: readonly Review[];
  readonly notes: readonly PhysicianNote[];
  readonly groups: readonly { readonly _id: string; readonly version: number }[];
  readonly medications: readonly AdmissionMedication[];
  readonly measurements: readonly Measurement[];
  readonly homeMedications: readonly HomeMedication[];
}

export const seenOn = (
  head: Pick<Seen, 'id' | 'version' | 'isDischarged'>,
  { reviews, notes, groups, medications, measurements, homeMedications }: ShownLists,
): Seen => ({
  ...head,
  reviews: reviews.map(({ _id, userId, version, headVersion, drugErrs }) => ({
    id: _id,
    authorId: userId,
    version,
    headVersion,
    entries: drugErrs.map((entry) => ({
      id: entry._id,
      version: entry.version,
      isNoError: isNoError(entry.errType),
      isAnswered: entry.errRes !== null,
    })),
  })),
  notes: notes.map(({ _id, userId, version }) => ({ id: _id, authorId: userId, version })),
  groups: groups.map(({ _id, version }) => ({ id: _id, version })),
  medications: medications.map(({ _id, version }) => ({ id: _id, version })),
  measurements: measurements.map(({ _id, version }) => ({ id: _id, version })),
  homeMedications: homeMedications.map(({ _id, version }) => ({ id: _id, version })),
});
