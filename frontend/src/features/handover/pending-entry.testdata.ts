/** An error without a response, written by Omar. */
import type { PendingEntry } from 'language/contract/handover';
import { emptyEntry } from 'language/contract/render/empty-entry.testdata';

export const pendingEntry = (_id: string, over: Partial<PendingEntry> = {}): PendingEntry => ({
  ...emptyEntry,
  _id,
  version: 2,
  errType: 't1',
  errTypeLabel: 'Renal dose adjustment',
  errDrug: 'd1',
  errDrugLabel: 'Meronem',
  errNote: '<p>CrCl 25</p>',
  errSeverity: 'D',
  review: 'a1.r1',
  reviewDate: '2026-03-02',
  age: 3,
  overdue: false,
  room: '',
  bed: '',
  admission: 'a1',
  dischargeDate: null,
  patient: 'p1',
  patientDetails: {
    firstName: 'هدى',
    middleName: 'سالم',
    lastName: 'أحمد',
    fourthName: 'علي',
    birthdate: '1961-05-04',
    medicalRecordNumber: 'MRN-77',
    sex: '',
  },
  allergyBrief: { state: 'not-asked', list: [] },
  userId: 'u4',
  userName: 'Omar X',
  userPhone: '01001234567',
  ...over,
});
