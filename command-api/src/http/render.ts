/** Aggregates in the contract's shapes (specification §3), the same that the query API answers with from its rows. */
import type * as contract from '../contract/entities.ts';
import { admitted, noteOf, reviewOf } from '../domain/admission/lookup.ts';
import type { Admission, ReviewEntry } from '../domain/admission/state.ts';
import type { AddedDrug } from '../domain/drug/state.ts';
import type { RegisteredPatient } from '../domain/patient/state.ts';
import { revisionToJson } from '../domain/revision.ts';
import type { CreatedTeam } from '../domain/team/state.ts';
import type { RegisteredUser } from '../domain/user/state.ts';
import type { Outcome } from '../handle.ts';
import type { House } from './house.ts';
import { personOf } from './people.ts';

/** What a command's answer adds to the entity. */
export const written = ({ stream, revision }: Pick<Outcome<unknown>, 'stream' | 'revision'>): contract.Written => ({ stream, revision: revisionToJson(revision) });

/** Counts of reviews and patients are the read side's: `GET /api/users/me`. */
export const renderUser = (userId: string, user: RegisteredUser, adminEmail: string | undefined): Omit<contract.SignedIn, 'token'> => ({
  _id: userId,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone,
  title: '',
  about: '',
  start: user.start,
  isAdminAccount: adminEmail !== undefined && user.email === adminEmail,
  version: revisionToJson(user.touch.version),
});

export async function renderTeam(house: House, teamId: string, team: CreatedTeam): Promise<contract.Team> {
  const members = team.members.map(async ({ userId, email, role }) => {
    const { firstName, lastName } = await personOf(house, userId);
    return { user: email, userId, firstName, lastName, isPhysic: role === 'physician', canEdit: role === 'pharmacist', canRead: true, disabled: false };
  });
  return {
    _id: teamId,
    name: team.name,
    specialty: team.specialty,
    about: team.about,
    admin: team.adminEmail,
    adminId: team.adminId,
    cloudName: '',
    uploadPreset: 'local',
    members: await Promise.all(members),
    version: revisionToJson(team.touch.version),
  };
}

/** The place in the team's order is the read side's. */
export const renderPatient = (patientId: string, patient: RegisteredPatient): contract.Patient => ({
  _id: patientId,
  team: patient.teamId,
  firstName: patient.firstName,
  middleName: patient.middleName,
  lastName: patient.lastName,
  fourthName: patient.fourthName,
  birthdate: patient.birthdate,
  medicalRecordNumber: patient.medicalRecordNumber,
  version: revisionToJson(patient.touch.version),
});

/** @throws Rejection `notFound` where nobody was admitted */
export function renderAdmission(admissionId: string, state: Admission): contract.Admission {
  const admission = admitted(state);
  return {
    _id: admissionId,
    patient: admission.patientId,
    team: admission.teamId,
    admissionDate: admission.admissionDate,
    admissionDetails: admission.admissionDetails,
    ...(admission.status === 'discharged'
      ? { dischargeDate: admission.dischargeDate, dischargeStatus: admission.dischargeStatus, dischargeNote: admission.dischargeNote }
      : { dischargeDate: null, dischargeStatus: null, dischargeNote: '' }),
    reviewsCount: admission.reviews.length,
    notesCount: admission.notes.length,
    gallery: [],
    version: revisionToJson(admission.touch.version),
  };
}

export const renderEntry = ({ entryId, touch, ...entry }: ReviewEntry): contract.DrugErr => ({
  _id: entryId,
  errType: entry.errType,
  errTypeLabel: entry.errTypeLabel,
  errDrug: entry.errDrug,
  errDrugLabel: entry.errDrugLabel,
  errNote: entry.errNote,
  errRes: entry.errRes,
  errSeverity: entry.errSeverity,
  rating: entry.rating,
  drugTags: [...entry.drugTags],
  version: revisionToJson(touch.version),
});

/** @throws Rejection `notFound` when the admission has no such review (any more) */
export async function renderReview(house: House, admissionId: string, admission: Admission, reviewId: string): Promise<contract.Review> {
  const { patientId, teamId } = admitted(admission);
  const review = reviewOf(admission, reviewId);
  const author = await personOf(house, review.authorId);
  return {
    _id: reviewId,
    admission: admissionId,
    patient: patientId,
    team: teamId,
    reviewDate: review.reviewDate,
    clinicalNote: review.clinicalNote,
    drugErrs: review.entries.map(renderEntry),
    userId: review.authorId,
    userEmail: author.email,
    userName: author.name,
    userPhone: author.phone,
    version: revisionToJson(review.touch.version),
  };
}

/** @throws Rejection `notFound` when the admission has no such note (any more) */
export async function renderNote(house: House, admissionId: string, admission: Admission, noteId: string): Promise<contract.PhysicianNote> {
  const { patientId, teamId } = admitted(admission);
  const note = noteOf(admission, noteId);
  const author = await personOf(house, note.authorId);
  return {
    _id: noteId,
    admissionId,
    patientId,
    teamId,
    noteDate: note.noteDate,
    note: note.note,
    userId: note.authorId,
    userName: author.name,
    userPhone: author.phone,
    version: revisionToJson(note.touch.version),
  };
}

export const renderDrug = (drugId: string, drug: AddedDrug): contract.Drug => ({
  _id: drugId,
  label: drug.label,
  tradeLabels: drug.tradeLabels.map(({ _id, label }, idx) => ({ _id, idx, label })),
  errTemps: drug.errTemps.map(({ errType, isAdult, label }, idx) => ({ idx, errType, isAdult, label })),
  tags: [...drug.tags],
  tips: drug.tips,
  compatibility: [],
  version: revisionToJson(drug.touch.version),
});
