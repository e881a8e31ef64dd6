/** Queries that several features share. A feature's own queries are in its `api.ts`. */
import * as accountCalls from 'language/contract/calls/account';
import * as admissionCalls from 'language/contract/calls/admissions';
import * as patientCalls from 'language/contract/calls/patients';
import * as teamCalls from 'language/contract/calls/teams';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import { queryKeys } from '../cache/query-keys.ts';

export const meQuery = () =>
  queryOptions({ queryKey: queryKeys.me, queryFn: ({ signal }) => api(accountCalls.getMe, { signal }) });

/** The teams of the caller. */
export const teamsQuery = () =>
  queryOptions({ queryKey: queryKeys.teams, queryFn: ({ signal }) => api(teamCalls.listTeams, { signal }) });

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.team(id),
    queryFn: ({ signal }) => api(teamCalls.getTeam, { params: { id }, team: id, signal }),
  });

export const patientQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.patient(id),
    queryFn: ({ signal }) => api(patientCalls.getPatient, { params: { id }, signal }),
  });

/** The admissions of a patient, newest first. */
export const admissionsQuery = (patient: string) =>
  queryOptions({
    queryKey: queryKeys.admissionsOf(patient),
    queryFn: ({ signal }) => api(admissionCalls.listAdmissions, { params: { patientId: patient }, signal }),
    select: (admissions) => [...admissions].sort((a, b) => b.admissionDate.localeCompare(a.admissionDate)),
  });
