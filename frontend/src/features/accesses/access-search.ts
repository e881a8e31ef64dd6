/** The search of the access log. It is kept in the address, so that reload, back and a shared link show the same. */
import type { AccessKind } from 'command-api/contract/accesses';
import { accessText } from './messages.ts';

export interface AccessSearch {
  /** `YYYY-MM-DD`, or empty. */
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

export const accessKinds = Object.keys(accessText.kinds) as AccessKind[];
export const parseAccessKind = (name: string | null): AccessKind | '' =>
  accessKinds.find((kind) => kind === name) ?? '';

export const isDateRangeValid = ({ startDate, endDate }: Pick<AccessSearch, 'startDate' | 'endDate'>): boolean =>
  startDate === '' || endDate === '' || startDate <= endDate;

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
