/** The search of the access log. It is kept in the address, so that reload, back and a shared link show the same. */
import type { AccessKind } from 'command-api/contract/accesses';
import { useState } from 'react';
import { areDatesInOrder, isDateOrEmpty } from '../../platform/time/dates.ts';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';

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
  ReviewPrinted: true,
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
} satisfies Record<AccessKind, true>) as AccessKind[];
export const parseAccessKind = (name: string | null): AccessKind | '' =>
  accessKinds.find((kind) => kind === name) ?? '';

export const isDateRangeValid = ({ startDate, endDate }: Pick<AccessSearch, 'startDate' | 'endDate'>): boolean =>
  isDateOrEmpty(startDate) && isDateOrEmpty(endDate) && areDatesInOrder(startDate, endDate);

/** Ignores what it cannot read. */
export function parseAccessSearch(params: URLSearchParams): AccessSearch {
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

/**
 * The search is state, and the address follows it. Only back and forward set the search from the address: otherwise one
 * of two quick changes would undo the other.
 */
export function useAccessSearch(): [AccessSearch, (next: AccessSearch) => void] {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(() => parseAccessSearch(params));
  const address = params.toString();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (isBackOrForward) setSearch(parseAccessSearch(params));
  }
  const show = (next: AccessSearch): void => {
    setSearch(next);
    setParams(accessSearchParams(next), {
      replace: next.page === search.page,
      preventScrollReset: next.page === search.page,
    });
  };
  return [search, show];
}
