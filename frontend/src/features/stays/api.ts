import type { Admission, Answer } from 'command-api/contract/entities';
import type { DischargeStatus } from 'command-api/domain/codes';
import { endpoint } from '../../lib/api.ts';

export const admitPatient = endpoint<Answer<Admission>, { patient: string; team: string; admissionDate: string; admissionDetails: string }>()('POST', '/api/admissions');
export const dischargePatient = endpoint<Answer<Admission>, { dischargeDate: string; dischargeStatus: DischargeStatus; dischargeNote: string }>()('PUT', '/api/admissions/:id/edit');
