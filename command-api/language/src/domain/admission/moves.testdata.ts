/** Moves between two charts, for the specs of their steps. */
import { calendarDate } from '../values/calendar-date.ts';
import { foldOf, type Given, madeBy, recorded, specificationOf } from '../testing/specification.ts';
import { people } from '../testing/people.ts';
import { admitted, errorRated, groupAdded, noteAdded, reviewAdded } from './chart.testdata.ts';
import { type MoveOut, moveUnderWay } from './decide-move.ts';
import type { AdmissionEvent } from './events.ts';
import { recordAt } from './evolve-moves.ts';
import type { MovedTo } from './records.ts';
import { type Admission, evolve, initial } from './state.ts';

const { pharmacist } = people;
export const given = specificationOf({ initial, evolve });
export type Events = readonly Given<AdmissionEvent>[];
export const chart = (...events: Events): Admission => foldOf({ initial, evolve }, recorded(events));

export const otherChart: Given<AdmissionEvent> = {
  type: 'PatientAdmitted',
  data: { patientId: 'patient-2', teamId: 'team-1', admissionDate: calendarDate('2026-02-20'), admissionDetails: '' },
};
export const to = (id: string, differing: Partial<MovedTo> = {}): MovedTo => ({
  admissionId: 'admission-2',
  reviewId: null,
  isNewReview: false,
  id,
  ...differing,
});
export const move = (differing: Partial<MoveOut>): MoveOut => ({
  admissionId: 'admission-1',
  moveId: 'move-1',
  kind: 'entry',
  thing: 'entry-1',
  reviewId: 'review-1',
  to: to('moved-1', { reviewId: 'review-2', isNewReview: true }),
  entryIdOf: (entryId) => `moved-${entryId}`,
  reason: 'Wrong patient',
  target: chart(otherChart),
  ...differing,
});
export const moveEntry = move({});
export const moveReview = move({ kind: 'review', thing: 'review-1', reviewId: null, to: to('review-2') });
export const moveNote = move({ kind: 'note', thing: 'note-1', reviewId: null, to: to('note-2') });
export const moveImages = move({ kind: 'images', thing: 'group-1', reviewId: null, to: to('group-2') });

export const movedOut = (
  { moveId, reason, kind, thing: id, reviewId, to: place }: MoveOut,
  images: string[] = [],
): AdmissionEvent => ({
  type: 'MovedToAnotherChart',
  data: { moveId, reason, what: { kind, id, reviewId, images }, to: place },
});
export const away = (of: MoveOut, images: string[] = []) => madeBy(pharmacist, movedOut(of, images));
export const completed: AdmissionEvent = {
  type: 'MoveCompleted',
  data: { moveId: 'move-1', what: { kind: 'entry', id: 'entry-1', reviewId: 'review-1' } },
};
export const leavingOf = (source: Admission, moveId: string) => {
  const leaving = moveUnderWay(source, moveId);
  if (!leaving) throw new RangeError(`The move ${moveId} is not under way`);
  return leaving;
};
/** The second step, as the process takes it from the source. */
export const arrivalOf = (source: Admission, { moveId, reason, to: place, entryIdOf }: MoveOut) => {
  const leaving = leavingOf(source, moveId);
  return {
    moveId,
    reason,
    fromAdmission: 'admission-1',
    teamId: 'team-1',
    moved: recordAt(leaving, { ...place, entryIdOf }),
  };
};
export const returnOf = (source: Admission, { moveId }: MoveOut) => {
  const leaving = leavingOf(source, moveId);
  const { id, reviewId } = leaving;
  return { moveId, moved: recordAt(leaving, { id, reviewId, isNewReview: false, entryIdOf: (entryId) => entryId }) };
};
export const full = [admitted, reviewAdded, errorRated(4), noteAdded, groupAdded('group-1', 'Wound', ['one', 'two'])];
