/** Calls of an admission (docs/product.md, "Admissions"). */
import { queryOptions } from '@tanstack/react-query';
import type { Admission, AdmissionDetails, Answer, CareDetails } from 'command-api/contract/entities';
import type { ReceivingTeams } from 'command-api/contract/transfers';
import type { ChartNews } from 'command-api/contract/news';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import type { AdmissionEdit } from './admission-fields.ts';

const getAdmission = endpoint<AdmissionDetails>()('GET', '/api/admissions/:id/details');
const getNews = endpoint<ChartNews>()('GET', '/api/admissions/:id/news');

/** An admission with its patient and its team's name. */
export const admissionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.admission(id),
    queryFn: ({ signal }) => api(getAdmission, { params: { id }, signal }),
  });

/** The changes of others in a patient chart since the person last looked. */
export const chartNewsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.chartNews(id),
    queryFn: ({ signal }) => api(getNews, { params: { id }, signal }),
  });

const listReceivingTeams = endpoint<ReceivingTeams>()('GET', '/api/transfers/:team/teams');
export const offerTransfer = endpoint<Answer<Admission>, { toTeam: string; note: string }>()(
  'POST',
  '/api/admissions/:id/transfer',
);
export const withdrawTransfer = endpoint<Answer<Admission>, { offer: string }>()(
  'PUT',
  '/api/admissions/:id/transfer/withdraw',
);
/** The teams that a patient of this team can be offered to. Read with each dialog. */
export const receivingTeamsQuery = (team: string) =>
  queryOptions({
    queryKey: [...queryKeys.transfersOf(team), 'teams'],
    queryFn: ({ signal }) => api(listReceivingTeams, { params: { team }, team, signal }),
    staleTime: 0,
  });

export const admitPatient = endpoint<
  Answer<Admission>,
  { patient: string; team: string; admissionDate: string; admissionDetails: string } & Partial<CareDetails>
>()('POST', '/api/admissions');
export const editAdmission = endpoint<Answer<Admission>, AdmissionEdit>()('PUT', '/api/admissions/:id/edit');
export const deleteAdmission = endpoint<Answer<Admission>>()('DELETE', '/api/admissions/:id');
