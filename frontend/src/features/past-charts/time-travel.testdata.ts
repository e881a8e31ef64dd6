/** Test data: a past chart and its last change. */
import type { AdmissionMedication, DrugErr, PhysicianNote, Review } from 'language/contract/entities';
import type { ChartAsOf, HistoryEvent } from 'language/contract/history';
import { entry, medication, mona, noReconciliation, note, patient, review, stay } from '../../testing/hospital.ts';

export const pastEntry = (_id: string, errDrugLabel: string, over: Partial<DrugErr> = {}): DrugErr =>
  entry(_id, errDrugLabel, { errType: 't1', errDrug: 'd1', ...over });
export const pastReview = (_id: string, reviewDate: string, drugErrs: DrugErr[]): Review =>
  review(_id, reviewDate, mona, drugErrs, { version: 1, headVersion: 1, userName: 'Mona Farouk', userPhone: '' });
export const pastNote: PhysicianNote = { ...note, version: 1, userName: 'Hany Gerges', userPhone: '' };
export const pastMedication = (_id: string, drugLabel: string): AdmissionMedication =>
  medication(_id, drugLabel, { version: 1, drug: 'd1' });
export const pastChange = (over: Partial<HistoryEvent> = {}): HistoryEvent => ({
  _id: 'ev1',
  type: 'ReviewMedicationUpdated',
  stream: 'admission-a1',
  revision: 1,
  at: '2026-03-02T09:00:00.000Z',
  actorId: 'u3',
  actorName: 'Omar Shaker',
  of: 'entry:e1',
  in: 'review:r1',
  before: { errSeverity: 'C' },
  after: { errSeverity: 'D' },
  ...over,
});
export const pastChart = (over: Partial<ChartAsOf> = {}): ChartAsOf => ({
  admission: {
    ...stay,
    reviewsCount: 1,
    gallery: [{ _id: 'g1', title: 'Chest X-ray', images: [{ image: '/api/images/i1' }] }],
  },
  patient,
  reviews: [pastReview('r1', '2026-03-02', [pastEntry('e1', 'Meronem')])],
  notes: [pastNote],
  medications: [pastMedication('m1', 'Meronem')],
  measurements: [],
  reconciliation: noReconciliation,
  dashboard: { admission: 'a1', dayList: [], zMedications: [] },
  at: '2026-03-02T09:00:00.000Z',
  revision: 1,
  change: pastChange(),
  ...over,
});
