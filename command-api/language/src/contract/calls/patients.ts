/** The calls of patients, merges and erasures. */
import type { RequestErasure } from '../bodies/erasures.ts';
import type {
  CorrectAllergy,
  CorrectPatient,
  MergePatients,
  RecordAllergy,
  RegisterPatient,
  RemoveAllergy,
} from '../bodies/patients.ts';
import type {
  Answer,
  DeletedPatient,
  Inpatients,
  MergedPatients,
  Patient,
  PatientAllergies,
  PatientPage,
  SimilarPatients,
} from '../entities.ts';
import type { Erasure, ErasureAnswer, ErasureList } from '../erasures.ts';
import type { TeamsSearch } from '../today.ts';
import { call, type Body, type Nothing, type Query } from './call.ts';

/** A patient */
export const getPatient = call<'members of the team', Patient>()('GET', '/api/patients/:id');
/** Search by the four names and the birthdate, 20 a page */
export const searchPatients = call<
  'members of the team',
  PatientPage,
  Query<
    'text' | 'firstName' | 'middleName' | 'lastName' | 'fourthName' | 'birthdate' | 'medicalRecordNumber' | 'pageNumber'
  >
>()('GET', '/api/patients/team/:teamId');
/** Search the patients of the caller's teams by any part of the name, the record number or the bed: 12 at most, inpatients first */
export const searchOwnTeams = call<'anyone signed in', TeamsSearch, Query<'q'>>()('GET', '/api/search');
/** Everybody with an open admission */
export const listInpatients = call<'members of the team', Inpatients>()('GET', '/api/patients/inpatients/:teamId');
/** Patients whose names, birthdate or record number are near to these: a warning before registering */
export const listSimilarPatients = call<
  'members of the team',
  SimilarPatients,
  Query<'firstName' | 'middleName' | 'lastName' | 'fourthName' | 'birthdate' | 'medicalRecordNumber'>
>()('GET', '/api/patients/team/:teamId/similar');
/** The patients who were merged into this one, and until when each merge can be undone */
export const listMergedPatients = call<'members of the team', MergedPatients>()('GET', '/api/patients/:id/merged');
/** Merge another patient into this one: nothing is copied, and both are shown as this one */
export const mergePatients = call<'clinical pharmacists of the team', Answer<Patient>, Body<typeof MergePatients>>()(
  'POST',
  '/api/patients/:id/merged',
);
/** Undo a merge of the last 24 hours */
export const separatePatients = call<'clinical pharmacists of the team', Answer<Patient>>()(
  'DELETE',
  '/api/patients/:id/merged/:mergedId',
);
/** Register a patient */
export const registerPatient = call<
  'clinical pharmacists of the team',
  Answer<Patient>,
  Body<typeof RegisterPatient>
>()('POST', '/api/patients');
/** Correct a patient's names, birthdate or record number */
export const correctPatient = call<'clinical pharmacists of the team', Answer<Patient>, Body<typeof CorrectPatient>>()(
  'PUT',
  '/api/patients/:id/edit',
);
/** Record an allergy; a drug or class that is in the list already is refused */
export const recordAllergy = call<
  'clinical pharmacists and physicians of the team',
  Answer<PatientAllergies>,
  Body<typeof RecordAllergy>
>()('POST', '/api/patients/:id/allergies');
/** Confirm the list after asking: an empty one means that no allergies are known; `If-Match` is the version of the list */
export const confirmAllergies = call<
  'clinical pharmacists and physicians of the team',
  Answer<PatientAllergies>,
  Nothing
>()('POST', '/api/patients/:id/allergies/confirm');
/** Correct an allergy */
export const correctAllergy = call<
  'clinical pharmacists and physicians of the team',
  Answer<PatientAllergies>,
  Body<typeof CorrectAllergy>
>()('PUT', '/api/patients/:id/allergies/:allergyId');
/** Remove an allergy, with the reason */
export const removeAllergy = call<
  'clinical pharmacists and physicians of the team',
  Answer<PatientAllergies>,
  Body<typeof RemoveAllergy>
>()('POST', '/api/patients/:id/allergies/:allergyId/remove');
/** Delete a patient without admissions; images at an image service are listed, for the team to remove */
export const deletePatient = call<'clinical pharmacists of the team', Answer<DeletedPatient>>()(
  'DELETE',
  '/api/patients/:id',
);
/**
 * What an erasure of the patient ends and what stays, as counts, and the request if there is one; its version is the
 * agreement's If-Match. The admin account gets no reason
 */
export const getErasure = call<'members of the team and the admin account', Erasure>()(
  'GET',
  '/api/patients/:id/erasure',
);
/** The open requests to erase patients of the team, the one that ends first at the top */
export const listErasures = call<'members of the team', ErasureList>()('GET', '/api/teams/:id/erasures');
/** The open requests to erase patients of all teams, without reasons */
export const listAllErasures = call<'the admin account', ErasureList>()('GET', '/api/erasures');
/** Ask for the erasure of a patient; without an answer the request ends after a week */
export const requestErasure = call<
  "clinical pharmacists of the team and the team's admin",
  Answer<ErasureAnswer>,
  Body<typeof RequestErasure>
>()('POST', '/api/patients/:id/erasure');
/** Withdraw the request */
export const withdrawErasure = call<'the author', Answer<ErasureAnswer>>()('DELETE', '/api/patients/:id/erasure');
/** Refuse the request */
export const refuseErasure = call<"the team's admin and the admin account", Answer<ErasureAnswer>, Nothing>()(
  'PUT',
  '/api/patients/:id/erasure/refuse',
);
/**
 * Agree as the second person, after a look at what goes (If-Match, required): the patient's admissions and data are
 * erased and their key is destroyed; numbers stay
 */
export const agreeToErasure = call<"the team's admin and the admin account", Answer<ErasureAnswer>, Nothing>()(
  'PUT',
  '/api/patients/:id/erasure/agree',
);
