/** For specs: a chart as it was, and what was changed of it last. */
import type { AdmissionMedication, DrugErr, PhysicianNote, Review } from 'command-api/contract/entities';
import type { ChartAsOf, HistoryEvent } from 'command-api/contract/history';

export const entryThen = (_id: string, errDrugLabel: string, over: Partial<DrugErr> = {}): DrugErr => ({
  _id, version: 2, errType: 't1', errTypeLabel: 'Renal dose adjustment', errDrug: 'd1', errDrugLabel, errNote: '<p>CrCl 25: 500 mg كل ١٢ ساعة</p>', errRes: 1, errSeverity: 'D', followUpDate: null, rating: null, drugTags: [], ...over,
});
export const reviewThen = (_id: string, reviewDate: string, drugErrs: DrugErr[]): Review => ({
  _id, version: 1, headVersion: 1, admission: 'a1', patient: 'p1', team: 't1', reviewDate, clinicalNote: `<p>Note of ${reviewDate}</p>`, drugErrs, userId: 'u1', userEmail: '', userName: 'Mona Farouk', userPhone: '',
});
export const noteThen: PhysicianNote = { _id: 'n1', version: 1, admissionId: 'a1', patientId: 'p1', teamId: 't1', noteDate: '2026-03-02', note: '<p>Extubate tomorrow</p>', userId: 'u2', userName: 'Hany Gerges', userPhone: '' };
export const dose = (_id: string, drugLabel: string): AdmissionMedication => ({ _id, version: 1, admission: 'a1', drug: 'd1', drugLabel, dose: '1 g', route: 'IV', frequency: 'Every 8 h', startDate: '2026-03-01', stopDate: null, note: '', order: 1 });
export const changeThen = (over: Partial<HistoryEvent> = {}): HistoryEvent => ({
  _id: 'ev1', type: 'ReviewMedicationUpdated', stream: 'admission-a1', revision: 1, at: '2026-03-02T09:00:00.000Z', actorId: 'u3', actorName: 'Omar Shaker', of: 'entry:e1', in: 'review:r1', before: { errSeverity: 'C' }, after: { errSeverity: 'D' }, ...over,
});
export const chartThen = (over: Partial<ChartAsOf> = {}): ChartAsOf => ({
  admission: { _id: 'a1', version: 3, patient: 'p1', team: 't1', admissionDate: '2026-03-01', admissionDetails: '<p>Septic shock</p>', dischargeDate: null, dischargeStatus: null, dischargeNote: '', reviewsCount: 1, notesCount: 1, gallery: [{ _id: 'g1', title: 'Chest X-ray', images: [{ image: '/api/images/i1' }] }] },
  patient: { _id: 'p1', version: 1, team: 't1', firstName: 'هدى', middleName: 'سالم', lastName: 'أحمد', fourthName: 'علي', birthdate: '1961-05-04', medicalRecordNumber: 'MRN-77' },
  reviews: [reviewThen('r1', '2026-03-02', [entryThen('e1', 'Meronem')])],
  notes: [noteThen],
  medications: [dose('m1', 'Meronem')],
  dashboard: { admission: 'a1', dayList: [], zMedications: [] },
  at: '2026-03-02T09:00:00.000Z',
  revision: 1,
  change: changeThen(),
  ...over,
});
