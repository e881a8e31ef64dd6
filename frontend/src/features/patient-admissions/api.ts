import type { Admission, Answer } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';
import type { AdmissionEdit } from './admission-fields.ts';

/** Calls of admissions (docs/product.md, "Admissions"). */
export const admitPatient = endpoint<
  Answer<Admission>,
  { patient: string; team: string; admissionDate: string; admissionDetails: string }
>()('POST', '/api/admissions');
export const editAdmission = endpoint<Answer<Admission>, AdmissionEdit>()('PUT', '/api/admissions/:id/edit');
export const deleteAdmission = endpoint<Answer<Admission>>()('DELETE', '/api/admissions/:id');
