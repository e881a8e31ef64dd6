/** The search of the security log. */
import type { SecurityLine } from 'language/contract/security-log';
import { useAddressSearch } from '../../platform/address-search.ts';

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

function parseSearch(params: URLSearchParams): SecuritySearch {
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

export const useSecuritySearch = () =>
  useAddressSearch(parseSearch, (search) => new URLSearchParams(searchFields(search)));
