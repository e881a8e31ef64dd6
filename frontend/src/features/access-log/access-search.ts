/** The search of the access log. */
import type { AccessKind } from 'language/contract/accesses';
import { useAddressSearch } from '../../platform/address-search.ts';

export interface AccessSearch {
  /** `YYYY-MM-DD`, or empty, or what was typed and is no date yet. */
  startDate: string;
  endDate: string;
  /** An id, or empty; so are `patient` and `admission`. */
  user: string;
  patient: string;
  admission: string;
  kind: AccessKind | '';
  page: number;
}
export const emptyAccessSearch: AccessSearch = {
  startDate: '',
  endDate: '',
  user: '',
  patient: '',
  admission: '',
  kind: '',
  page: 1,
};

export const accessKinds = Object.keys({
  ChartOpened: true,
  PatientOpened: true,
  PatientsSearched: true,
  PatientsListed: true,
  ReportRead: true,
  ReviewsExported: true,
  ReportExported: true,
  ReviewPrinted: true,
  DischargeListPrinted: true,
  ReportPrinted: true,
  RoundListPrinted: true,
  DrugUseListed: true,
  DrugUsePrinted: true,
  ChatAsked: true,
  ErrorsSearched: true,
  ErrorsExported: true,
  HistoryRead: true,
  HistoryVerified: true,
  HistoryExported: true,
  FhirRead: true,
} satisfies Record<AccessKind, true>) as AccessKind[];
export const parseAccessKind = (name: string | null): AccessKind | '' =>
  accessKinds.find((kind) => kind === name) ?? '';

function parseAccessSearch(params: URLSearchParams): AccessSearch {
  const text = (name: string): string => params.get(name) ?? '';
  const page = Number(params.get('page'));
  return {
    startDate: text('startDate'),
    endDate: text('endDate'),
    user: text('user'),
    patient: text('patient'),
    admission: text('admission'),
    kind: parseAccessKind(params.get('kind')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

export const accessSearchParams = ({ page, ...fields }: AccessSearch): URLSearchParams =>
  new URLSearchParams([
    ...Object.entries(fields).filter(([, value]) => value !== ''),
    ...(page > 1 ? [['page', String(page)]] : []),
  ]);

/** Another page is a step of its own for back and forward. */
export function useAccessSearch(): [AccessSearch, (next: AccessSearch) => void] {
  const { search, show } = useAddressSearch(parseAccessSearch, accessSearchParams);
  return [search, (next) => show(next, { isNewEntry: next.page !== search.page })];
}
