/**
 * What of the access log is shown. It lives in the address bar, so that reload, back and a shared link show the same.
 */
import type { AccessKind } from 'command-api/contract/accesses';
import { accessText } from './messages.ts';

export interface AccessSearch {
  /** `YYYY-MM-DD`, or empty. */
  startDate: string;
  endDate: string;
  /** Ids, or empty. */
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
export const parseAccessKind = (name: string | null): AccessKind | '' => accessKinds.find((kind) => kind === name) ?? '';

export const isDateRangeValid = ({ startDate, endDate }: Pick<AccessSearch, 'startDate' | 'endDate'>): boolean =>
  startDate === '' || endDate === '' || startDate <= endDate;

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

export const accessSearchParams = ({ page, ...ask }: AccessSearch): URLSearchParams =>
  new URLSearchParams([
    ...Object.entries(ask).filter(([, value]) => value !== ''),
    ...(page > 1 ? [['page', String(page)]] : []),
  ]);
