/** The search of the security log. It is kept in the address, so that reload, back and a shared link show the same. */
import type { SecurityLine } from 'command-api/contract/security-log';
import { useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import { areDatesInOrder, isDateOrEmpty } from '../../platform/time/dates.ts';

type SecurityGroup = SecurityLine['group'];

export interface SecuritySearch {
  /** `YYYY-MM-DD`, or empty, or what was typed and is no date yet. */
  from: string;
  to: string;
  group: SecurityGroup | '';
  outcome: 'done' | 'refused' | '';
  /** A name, an e-mail or an id; empty: any. */
  person: string;
  team: string;
  address: string;
}
export const emptySearch: SecuritySearch = {
  from: '',
  to: '',
  group: '',
  outcome: '',
  person: '',
  team: '',
  address: '',
};

export const groups = Object.keys({
  signIn: true,
  password: true,
  secondFactor: true,
  account: true,
  team: true,
  export: true,
  erasure: true,
  admin: true,
  operator: true,
  log: true,
} satisfies Record<SecurityGroup, true>) as SecurityGroup[];
export const parseGroup = (name: string | null): SecurityGroup | '' => groups.find((group) => group === name) ?? '';
export const parseOutcome = (name: string | null): SecuritySearch['outcome'] =>
  name === 'done' || name === 'refused' ? name : '';

export const isDateRangeValid = ({ from, to }: Pick<SecuritySearch, 'from' | 'to'>): boolean =>
  isDateOrEmpty(from) && isDateOrEmpty(to) && areDatesInOrder(from, to);

/** Ignores what it cannot read. */
export function parseSearch(params: URLSearchParams): SecuritySearch {
  const text = (name: string): string => params.get(name) ?? '';
  return {
    from: text('from'),
    to: text('to'),
    group: parseGroup(params.get('group')),
    outcome: parseOutcome(params.get('outcome')),
    person: text('person'),
    team: text('team'),
    address: text('address'),
  };
}

/** In the form of the address and of the query; empty fields are left out. */
export const searchFields = (search: SecuritySearch): Record<string, string> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''));

/**
 * The search is state, and the address follows it. Only back and forward set the search from the address: otherwise one
 * of two quick changes would undo the other.
 */
export function useSecuritySearch(): [SecuritySearch, (next: SecuritySearch) => void] {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(() => parseSearch(params));
  const address = params.toString();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (isBackOrForward) setSearch(parseSearch(params));
  }
  const show = (next: SecuritySearch): void => {
    setSearch(next);
    setParams(new URLSearchParams(searchFields(next)), { replace: true, preventScrollReset: true });
  };
  return [search, show];
}
