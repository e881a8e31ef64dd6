import type { Answer, Team } from 'command-api/contract/entities';
import type { Specialty } from 'command-api/domain/values/codes';
import { endpoint } from '../../platform/http/api.ts';

export type MemberRole = 'pharmacist' | 'physician';

export const createTeam = endpoint<Answer<Team>, { name: string; specialty: Specialty; about: string }>()(
  'POST',
  '/api/teams',
);
export const addMember = endpoint<Answer<Team>, { email: string }>()('POST', '/api/teams/:id/members');
export const editTeam = endpoint<
  Answer<Team>,
  Partial<{
    name: string;
    specialty: Specialty;
    about: string;
    cloudName: string;
    uploadPreset: string;
    chatAllowed: boolean;
    secondFactorRequired: boolean;
    exportLanguage: string;
    receivesTransfers: boolean;
  }>
>()('PUT', '/api/teams/:id/edit');
export const removeMember = endpoint<Answer<Team>>()('DELETE', '/api/teams/:id/members/:userId');
export const appointAuditor = endpoint<Answer<Team>, { canAudit: boolean }>()('PUT', '/api/teams/:id/members/:userId');
/** A disabled member gets the rights of their role again. */
export const enableMember = endpoint<Answer<Team>, { disabled: false }>()('PUT', '/api/teams/:id/members/:userId');
export const changeRole = endpoint<Answer<Team>, { role: MemberRole }>()('PUT', '/api/teams/:id/members/:userId');
