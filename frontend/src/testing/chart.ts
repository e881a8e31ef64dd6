/**
 * For specs of the admission screen: a patient on the third day, seen by Mona (pharmacist), Hany (physician) and Dina
 * (reads only).
 */
import type {
  AdmissionDetails,
  AdmissionMedication,
  DrugErr,
  PhysicianNote,
  Review,
  Team,
} from 'command-api/contract/entities';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { onTestFinished } from 'vitest';
import { serve, visit } from './screen.tsx';
import type { SessionUser } from '../platform/session/session.machine.ts';
import '../routes/admission/admission.tsx';
import '../features/notes/notes-tab.tsx';
import '../components/dialogs/confirm-dialog.tsx';
import { toaster } from '../components/toasts/toast-host.tsx';

// Loaded before the first test, so that its timeout does not include the loading.

const person = (_id: string, firstName: string): SessionUser => ({ token: _id, _id, firstName, lastName: 'X' });
export const mona = person('u1', 'Mona');
export const hany = person('u2', 'Hany');
export const dina = person('u3', 'Dina');

const member = (userId: string, role: Partial<Team['members'][number]>): Team['members'][number] => ({
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
  version: 4,
  members: [member('u1', { canEdit: true }), member('u2', { isPhysic: true }), member('u3', {})],
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
  alsoInBed: [],
  alsoOpen: [],
  dischargeDate: null,
  dischargeStatus: null,
  dischargeNote: '',
  reviewsCount: 2,
  notesCount: 1,
  teamName: 'Adult ICU',
  gallery: [{ _id: 'g1', title: 'Chest X-ray', images: [{ image: '/api/images/i1' }, { image: '/api/images/i2' }] }],
  patientDetails: {
    _id: 'p1',
    version: 1,
    team: 't1',
    firstName: 'هدى',
    middleName: 'سالم',
    lastName: 'أحمد',
    fourthName: 'علي',
    birthdate: '1961-05-04',
    medicalRecordNumber: 'MRN-77',
  },
};
export const entry = (_id: string, errDrugLabel: string, over: Partial<DrugErr> = {}): DrugErr => ({
  _id,
  version: 2,
  errType: 'e1',
  errTypeLabel: 'Renal dose adjustment',
  errDrug: `drug of ${errDrugLabel}`,
  errDrugLabel,
  errNote: '<p>CrCl 25: 500 mg كل ١٢ ساعة</p>',
  errRes: 1,
  errSeverity: 'D',
  followUpDate: null,
  rating: null,
  drugTags: [],
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
export const review = (_id: string, reviewDate: string, by: SessionUser, drugErrs: DrugErr[]): Review => ({
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
  order: 1,
  ...over,
});
/** The fields that the answer of a command adds. */
export const written = { stream: 'admission-a1', revision: 9 };

export function openChart(as: SessionUser, address: string, replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({
    'GET /api/admissions/a1/details': admission,
    'GET /api/teams/t1': team,
    'GET /api/reviews/listAdmissionReviews/a1': reviews,
    'GET /api/physicNotes/listAdmNotes/a1': [note],
    'GET /api/admissions/a1/medications': [
      medication('m1', 'Meronem'),
      medication('m2', 'Marevan', { note: 'بعد الأكل' }),
    ],
    'GET /api/config': { timeZone: 'Africa/Cairo', blockedHostnames: [] },
    'GET /api/drugs': [{ _id: 'd1', label: 'Tienam', drug: 'x1', drugLabel: 'Imipenem', drugTags: [] }],
    'GET /api/errtypes': [
      { ...NO_ERROR, version: 0 },
      { _id: 'e1', label: 'Renal dose adjustment', version: 1 },
    ],
    ...replies,
  });
  // Three toasts are shown at a time: those of one test would delay those of the next.
  onTestFinished(() => toaster.remove());
  const commands = () => sent.filter(({ call }) => !call.startsWith('GET'));
  return { ...visit(address, { as }), sent, commands };
}
