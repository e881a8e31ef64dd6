/**
 * What of the access log is shown. It lives in the address bar, so that reload, back and a shared link show the same.
 */
import type { AccessKind } from 'command-api/contract/accesses';
import { accessText } from './messages.ts';

export interface AccessAsk {
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
export const nothingAsked: AccessAsk = {
  startDate: '',
  endDate: '',
  user: '',
  patient: '',
  admission: '',
  kind: '',
  page: 1,
};

export const accessKinds = Object.keys(accessText.kinds) as AccessKind[];
export const accessKind = (name: string | null): AccessKind | '' => accessKinds.find((kind) => kind === name) ?? '';

export const isInOrder = ({ startDate, endDate }: Pick<AccessAsk, 'startDate' | 'endDate'>): boolean =>
  startDate === '' || endDate === '' || startDate <= endDate;

export function readAsk(params: URLSearchParams): AccessAsk {
  const text = (name: string): string => params.get(name) ?? '';
  const page = Number(params.get('page'));
  return {
    startDate: text('startDate'),
    endDate: text('endDate'),
    user: text('user'),
    patient: text('patient'),
    admission: text('admission'),
    kind: accessKind(params.get('kind')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

export const writeAsk = ({ page, ...ask }: AccessAsk): URLSearchParams =>
  new URLSearchParams([
    ...Object.entries(ask).filter(([, value]) => value !== ''),
    ...(page > 1 ? [['page', String(page)]] : []),
  ]);
