/** Queries that several features share. A feature's own queries are in its `api.ts`. */
import { queryOptions } from '@tanstack/react-query';
import type { Admission, Me, Patient, Team } from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../client.ts';
import { queryKeys } from '../cache/query-keys.ts';

const getMe = endpoint<Me>()('GET', '/api/users/me');
const getTeams = endpoint<Team[]>()('GET', '/api/teams/');
const getTeam = endpoint<Team>()('GET', '/api/teams/:id');
const getPatient = endpoint<Patient>()('GET', '/api/patients/:id');
const getAdmissions = endpoint<Admission[]>()('GET', '/api/admissions/:patient');

export const meQuery = () => queryOptions({ queryKey: queryKeys.me, queryFn: ({ signal }) => api(getMe, { signal }) });

/** The teams of the caller. The server answers only for the caller's own e-mail. */
export const teamsQuery = (email: string) =>
  queryOptions({
    queryKey: queryKeys.teams,
    queryFn: ({ signal }) => api(getTeams, { query: { user: email }, signal }),
  });

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.team(id),
    queryFn: ({ signal }) => api(getTeam, { params: { id }, team: id, signal }),
  });

export const patientQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.patient(id),
    queryFn: ({ signal }) => api(getPatient, { params: { id }, signal }),
  });

/** The admissions of a patient, newest first. */
export const admissionsQuery = (patient: string) =>
  queryOptions({
    queryKey: queryKeys.admissionsOf(patient),
    queryFn: ({ signal }) => api(getAdmissions, { params: { patient }, signal }),
    select: (admissions) => [...admissions].sort((a, b) => b.admissionDate.localeCompare(a.admissionDate)),
  });
