import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TeamNews } from 'command-api/contract/news';
import type {
  Answer,
  DeletedPatient,
  Inpatients,
  Patient,
  PatientPage,
  SimilarPatient,
  SimilarPatients,
} from 'command-api/contract/entities';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys, type PatientSearch } from '../../sync/cache/query-keys.ts';

export interface NewPatient extends PatientSearch {
  team: string;
}

const searchPatients = endpoint<PatientPage>()('GET', '/api/patients/team/:team');
const listSimilar = endpoint<SimilarPatients>()('GET', '/api/patients/team/:team/similar');
const getTeamNews = endpoint<TeamNews>()('GET', '/api/teams/:id/news');
const listInpatients = endpoint<Inpatients>()('GET', '/api/patients/inpatients/:team');
export const registerPatient = endpoint<Answer<Patient>, NewPatient>()('POST', '/api/patients');
export const correctPatient = endpoint<Answer<Patient>, Partial<PatientSearch>>()('PUT', '/api/patients/:id/edit');
export const deletePatient = endpoint<Answer<DeletedPatient>>()('DELETE', '/api/patients/:id');

/** 20 a page, further pages on demand. What was found before stays while the next search is under way. */
export const patientSearchQuery = (team: string, search: PatientSearch) =>
  infiniteQueryOptions({
    queryKey: queryKeys.patientSearch(team, search),
    queryFn: ({ pageParam, signal }) =>
      api(searchPatients, { params: { team }, team, query: { ...search, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

export const inpatientsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.inpatients(team),
    queryFn: ({ signal }) => api(listInpatients, { params: { team }, team, signal }),
  });

/** Who of the team may be the same person, nearest first. Asked each time anew. @throws ApiError */
export const similarPatients = async (
  team: string,
  { birthdate, ...patient }: PatientSearch,
): Promise<SimilarPatient[]> =>
  (
    await api(listSimilar, {
      params: { team },
      team,
      query: { ...patient, ...(birthdate === '' ? {} : { birthdate }) },
    })
  ).similar;

/** The patients whose charts others have changed since this person looked. */
export const teamNewsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.teamNews(team),
    queryFn: ({ signal }) => api(getTeamNews, { params: { id: team }, team, signal }),
    select: ({ charts }) => new Set(charts.map(({ patient }) => patient)),
  });
