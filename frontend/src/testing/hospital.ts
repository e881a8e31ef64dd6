/**
 * The hospital of the specs: team t1 with Mona (pharmacist), Hany (physician) and Dina (reads only), and a patient on the
 * third day. It loads no screen.
 */
import { firstAnswerRules } from 'language/domain/team/answer-rules';
import { emptyEntry } from 'language/contract/render/empty-entry.testdata';
import type {
  Admission,
  AdmissionDetails,
  AdmissionMedication,
  DrugErr,
  Me,
  Member,
  Patient,
  PhysicianNote,
  Review,
  Team,
} from 'language/contract/entities';
import type { Reconciliation } from 'language/contract/reconciliation';
import { NO_ERROR } from 'language/domain/values/codes';
import type { SessionUser } from '../platform/session/session.machine.ts';

const person = (_id: string, firstName: string): SessionUser => ({ token: _id, _id, firstName, lastName: 'X' });
export const mona = person('u1', 'Mona');
export const hany = person('u2', 'Hany');
export const dina = person('u3', 'Dina');

/** A member reads; `role` adds rights. */
export const member = (userId: string, role: Partial<Member> = {}): Member => ({
  user: `${userId}@demo.test`,
  userId,
  firstName: userId,
  lastName: 'X',
  isPhysic: false,
  canEdit: false,
  canRead: true,
  disabled: false,
  canAudit: false,
  ...role,
});
export const team: Team = {
  _id: 't1',
  name: 'Adult ICU',
  specialty: 1,
  about: '',
  admin: 'admin@demo.test',
  adminId: 'u9',
  cloudName: '',
  uploadPreset: 'local',
  chatAllowed: true,
  receivesTransfers: false,
  secondFactorRequired: false,
  exportLanguage: 'en',
  headerKinds: ['potassium'],
  doseIntervals: { source: '', rows: [] },
  avoidedHarm: { source: '', currency: '', rows: [] },
  answerRules: firstAnswerRules,
  antibioticTags: ['antibiotic'],
  classification: { pcne: false, atc: false },
  oldAfterHours: 48,
  version: 4,
  members: [member('u1', { canEdit: true }), member('u2', { isPhysic: true }), member('u3', {})],
};
export const patient: Patient = {
  _id: 'p1',
  version: 1,
  team: 't1',
  firstName: 'هدى',
  middleName: 'سالم',
  lastName: 'أحمد',
  fourthName: 'علي',
  birthdate: '1961-05-04',
  medicalRecordNumber: 'MRN-77',
  sex: '',
};
export const admission: AdmissionDetails = {
  _id: 'a1',
  version: 3,
  patient: 'p1',
  team: 't1',
  admissionDate: '2026-03-01',
  admissionDetails: '<p>Septic shock</p>',
  room: '',
  bed: '',
  consultant: '',
  workingDiagnosis: '',
  pregnancy: '',
  plannedDischarge: '',
  alsoInBed: [],
  alsoOpen: [],
  dischargeDate: null,
  dischargeStatus: null,
  dischargeNote: '',
  reviewsCount: 2,
  notesCount: 1,
  teamName: 'Adult ICU',
  gallery: [{ _id: 'g1', title: 'Chest X-ray', images: [{ image: '/api/images/i1' }, { image: '/api/images/i2' }] }],
  patientDetails: patient,
};
const {
  patientDetails: _patient,
  teamName: _teamName,
  alsoInBed: _alsoIn,
  alsoOpen: _alsoOpen,
  ...ofPatient
} = admission;
/** The admission as lists have it, without its patient. */
export const stay: Admission = ofPatient;
export const entry = (_id: string, errDrugLabel: string, over: Partial<DrugErr> = {}): DrugErr => ({
  ...emptyEntry,
  _id,
  version: 2,
  errType: 'e1',
  errTypeLabel: 'Renal dose adjustment',
  errDrug: `drug of ${errDrugLabel}`,
  errDrugLabel,
  errNote: '<p>CrCl 25: 500 mg كل ١٢ ساعة</p>',
  errRes: 1,
  errSeverity: 'D',
  ...over,
});
export const noError = (_id: string, label: string): DrugErr =>
  entry(_id, label, {
    errType: NO_ERROR._id,
    errTypeLabel: NO_ERROR.label,
    errNote: '',
    errRes: null,
    errSeverity: null,
  });
export const review = (
  _id: string,
  reviewDate: string,
  by: SessionUser,
  drugErrs: DrugErr[] = [],
  over: Partial<Review> = {},
): Review => ({
  _id,
  version: 5,
  headVersion: 4,
  admission: 'a1',
  patient: 'p1',
  team: 't1',
  reviewDate,
  clinicalNote: `<p>Note of ${reviewDate}</p>`,
  drugErrs,
  userId: by._id,
  userEmail: '',
  userName: `${by.firstName} X`,
  userPhone: '01001234567',
  ...over,
});
/** Yesterday's review is by Omar. Today's is by Mona and has one entry. */
export const omar = person('u4', 'Omar');
export const reviews = [
  review('r1', '2026-03-02', omar, [entry('e1', 'Meronem'), noError('e2', 'Zyvox')]),
  review('r2', '2026-03-03', mona, [noError('e3', 'Zyvox')]),
];
export const note: PhysicianNote = {
  _id: 'n1',
  version: 6,
  admissionId: 'a1',
  patientId: 'p1',
  teamId: 't1',
  noteDate: '2026-03-02',
  note: '<p>Extubate tomorrow</p>',
  userId: 'u2',
  userName: 'Hany X',
  userPhone: '٠١٠٠١٢٣٤٥٦٧',
};
export const medication = (
  _id: string,
  drugLabel: string,
  over: Partial<AdmissionMedication> = {},
): AdmissionMedication => ({
  _id,
  version: 2,
  admission: 'a1',
  drug: `drug of ${drugLabel}`,
  drugLabel,
  dose: '1 g',
  route: 'IV',
  frequency: 'Every 8 h',
  startDate: '2026-03-01',
  stopDate: null,
  note: '',
  indication: '',
  culture: '',
  hold: null,
  doseChangedOn: [],
  order: 1,
  ...over,
});
/** An empty reconciliation. */
export const noReconciliation: Reconciliation = {
  _id: 'a1',
  transferDate: null,
  homeMedications: [],
  decisions: [],
  version: 0,
};
/** The fields that the answer of a command adds. */
export const written = { stream: 'admission-a1', revision: 9 };

/** The account of Mona. */
export const me: Me = {
  _id: 'u1',
  firstName: 'Mona',
  lastName: 'Farouk',
  email: 'mona@demo.test',
  phone: '',
  title: '',
  about: '',
  start: '2026-01-05',
  reviews: 3,
  patients: 2,
  emailVerified: true,
  isAdminAccount: false,
  version: 1,
};
/** The read of newest values, of inpatients without any. */
export const noValues = { 'GET /api/ward/t1/values': { team: 't1', admissions: [] } };
