/** The auditor's search. */
import { type Response, responses, severities, type Severity } from 'language/domain/values/codes';
import { useAddressSearch } from '../../platform/address-search.ts';

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

function parseAuditSearch(params: URLSearchParams): AuditSearch {
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

export const useAuditSearch = () => useAddressSearch(parseAuditSearch, auditSearchParams);
