import * as patientCalls from 'language/contract/calls/patients';
import * as teamCalls from 'language/contract/calls/teams';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Patient, SimilarPatient } from 'language/contract/entities';
import { api } from '../../sync/client.ts';
import { queryKeys, type PatientSearch } from '../../sync/cache/query-keys.ts';

/**
 * 20 patients a page, further pages on demand. The earlier result stays during the next search.
 * @param search by fields, or by a text that is a name or a record number
 */
export const patientSearchQuery = (team: string, search: PatientSearch | { text: string; birthdate?: string }) =>
  infiniteQueryOptions({
    queryKey: queryKeys.patientSearch(team, search),
    queryFn: ({ pageParam, signal }) =>
      api(patientCalls.searchPatients, {
        params: { teamId: team },
        team,
        query: { ...search, pageNumber: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

export const inpatientsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.inpatients(team),
    queryFn: ({ signal }) => api(patientCalls.listInpatients, { params: { teamId: team }, team, signal }),
  });

/** The patients of the team that may be the same person, nearest first. Read on each call. @throws ApiError */
export const similarPatients = async (
  team: string,
  { birthdate, ...patient }: PatientSearch,
): Promise<SimilarPatient[]> =>
  (
    await api(patientCalls.listSimilarPatients, {
      params: { teamId: team },
      team,
      query: { ...patient, ...(birthdate === '' ? {} : { birthdate }) },
    })
  ).similar;

/** The other patients of the team that may be the same person as this one. */
export const similarToQuery = ({ _id, team, version, ...patient }: Patient) =>
  queryOptions({
    queryKey: [...queryKeys.patientsOf(team), 'similar', _id, version],
    queryFn: async () => (await similarPatients(team, searchOf(patient))).filter((found) => found._id !== _id),
  });

const searchOf = ({
  firstName,
  middleName,
  lastName,
  fourthName,
  birthdate,
  medicalRecordNumber,
}: PatientSearch): PatientSearch => ({
  firstName,
  middleName,
  lastName,
  fourthName,
  birthdate,
  medicalRecordNumber,
});

/** The patients who were merged into this one, newest merge first. */
export const mergedPatientsQuery = (patient: string) =>
  queryOptions({
    queryKey: [...queryKeys.patient(patient), 'merged'],
    queryFn: ({ signal }) => api(patientCalls.listMergedPatients, { params: { id: patient }, signal }),
  });

/** The patients whose charts were changed by others since this person last opened them. */
export const teamNewsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.teamNews(team),
    queryFn: ({ signal }) => api(teamCalls.getTeamNews, { params: { id: team }, team, signal }),
    select: ({ charts }) => new Set(charts.map(({ patient }) => patient)),
  });
