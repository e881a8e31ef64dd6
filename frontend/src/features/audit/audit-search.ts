/** The auditor's search. It is kept in the address, so that reload, back and a shared link show the same. */
import { type Response, responses, severities, type Severity } from 'command-api/domain/values/codes';
import { useState } from 'react';
import { areDatesInOrder, isDateOrEmpty } from '../../platform/time/dates.ts';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';

export interface AuditSearch {
  /** `YYYY-MM-DD`, or empty, or what was typed and is no date yet. */
  from: string;
  to: string;
  /** An id, or empty; so are `type` and `actor`. */
  drug: string;
  type: string;
  actor: string;
  severity: Severity | '';
  response: `${Response}` | 'pending' | '';
  late: boolean;
  deleted: boolean;
}
export const emptyAuditSearch: AuditSearch = {
  from: '',
  to: '',
  drug: '',
  type: '',
  actor: '',
  severity: '',
  response: '',
  late: false,
  deleted: false,
};

export const parseSeverity = (text: string | null): AuditSearch['severity'] =>
  severities.find(({ code }) => code === text)?.code ?? '';
export const parseResponse = (text: string | null): AuditSearch['response'] =>
  text === 'pending'
    ? text
    : ((responses.find(({ code }) => String(code) === text)?.code.toString() as `${Response}` | undefined) ?? '');

export const isDateRangeValid = ({ from, to }: Pick<AuditSearch, 'from' | 'to'>): boolean =>
  isDateOrEmpty(from) && isDateOrEmpty(to) && areDatesInOrder(from, to);

/** Ignores what it cannot read. */
export function parseAuditSearch(params: URLSearchParams): AuditSearch {
  const text = (name: string): string => params.get(name) ?? '';
  return {
    from: text('from'),
    to: text('to'),
    drug: text('drug'),
    type: text('type'),
    actor: text('actor'),
    severity: parseSeverity(params.get('severity')),
    response: parseResponse(params.get('response')),
    late: text('late') === '1',
    deleted: text('deleted') === '1',
  };
}

/** The search in the form of the address and of the query; empty fields are left out. */
export const auditSearchFields = ({ late, deleted, ...texts }: AuditSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...texts, late: late ? '1' : '', deleted: deleted ? '1' : '' }).filter(
      ([, value]) => value !== '',
    ),
  );
export const auditSearchParams = (search: AuditSearch): URLSearchParams =>
  new URLSearchParams(auditSearchFields(search));

/**
 * The search is state, and the address follows it. Only back and forward set the search from the address: otherwise one
 * of two quick changes would undo the other.
 */
export function useAuditSearch(): { search: AuditSearch; resetCount: number; show: (next: AuditSearch) => void } {
  const [params, setParams] = useSearchParams();
  const [{ search, resetCount }, setSearch] = useState(() => ({ search: parseAuditSearch(params), resetCount: 0 }));
  const address = params.toString();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (isBackOrForward) setSearch({ search: parseAuditSearch(params), resetCount: resetCount + 1 });
  }
  const show = (next: AuditSearch): void => {
    setSearch({ search: next, resetCount: next === emptyAuditSearch ? resetCount + 1 : resetCount });
    setParams(auditSearchParams(next), { replace: true, preventScrollReset: true });
  };
  return { search, resetCount, show };
}
