/** The address holds the search, so that reload, back and a shared link show the same list. */
import { nameParts } from 'language/domain/values/arabic';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isDateOrEmpty } from '../../platform/time/dates.ts';
import type { PatientSearch } from '../../sync/cache/query-keys.ts';

/** The content of the fields. */
export interface TypedSearch extends PatientSearch {
  /** A name or a record number, in place of the four names and the number. */
  text: string;
}
interface SearchState {
  search: TypedSearch;
  inpatientsOnly: boolean;
}

export const emptySearch: TypedSearch = {
  text: '',
  firstName: '',
  middleName: '',
  lastName: '',
  fourthName: '',
  birthdate: '',
  medicalRecordNumber: '',
};
export const searchFields = [
  'text',
  'firstName',
  'middleName',
  'lastName',
  'fourthName',
  'birthdate',
  'medicalRecordNumber',
] as const satisfies readonly (keyof TypedSearch)[];
export const nameFields = ['firstName', 'middleName', 'lastName', 'fourthName'] as const;

/** Separators of the four names in one parameter (docs/product.md, "Patient search"). No name has one of them. */
const SEPARATOR = /[|;,_]/;

/** The address's `firstName` may hold all four names, with a separator between them. */
export function readSearch(params: URLSearchParams): SearchState {
  const given = searchFields.map((field) => [field, params.get(field) ?? ''] as const);
  const search: TypedSearch = { ...emptySearch, ...Object.fromEntries(given) };
  if (SEPARATOR.test(search.firstName)) {
    const parts = search.firstName.split(SEPARATOR).map((part) => part.trim());
    for (const [index, field] of nameFields.entries()) search[field] = parts[index] ?? search[field];
  }
  return { search, inpatientsOnly: params.get('inpatients') === '1' };
}

/** Spreads a pasted full name over a field and the fields after it. Undefined for one name, which is pasted as is. */
export function namesFrom(field: (typeof nameFields)[number], pasted: string): Partial<PatientSearch> | undefined {
  const parts = nameParts(pasted);
  if (parts.length < 2) return undefined;
  const fields = nameFields.slice(nameFields.indexOf(field));
  const last = fields.length - 1;
  return Object.fromEntries(
    fields
      .slice(0, parts.length)
      .map((name, index) => [name, index === last ? parts.slice(index).join(' ') : (parts[index] ?? '')]),
  );
}

/** Leaves out the spaces around a part, and empty parts. */
export function writeSearch({ search, inpatientsOnly }: SearchState): URLSearchParams {
  const params = new URLSearchParams();
  for (const field of searchFields) if (search[field].trim() !== '') params.set(field, search[field].trim());
  if (inpatientsOnly) params.set('inpatients', '1');
  return params;
}

/** The search for the server. */
export const askedOf = ({ text, ...search }: TypedSearch): PatientSearch | { text: string; birthdate: string } =>
  text.trim() === '' ? search : { text: text.trim(), birthdate: search.birthdate };

/** One field for a name or number and the fields for the parts: what is typed into one empties the other. */
export function withTyped(search: TypedSearch, patch: Partial<TypedSearch>): TypedSearch {
  if ((patch.text ?? '') !== '') return { ...emptySearch, birthdate: search.birthdate, ...patch };
  const { birthdate: _birthdate, text: _text, ...parts } = patch;
  return { ...search, ...(Object.keys(parts).length > 0 ? { text: '' } : {}), ...patch };
}

/** The facts of a new patient, from what was searched: a whole name is divided into its parts. */
export function newPatientFrom({ text, ...search }: TypedSearch): PatientSearch {
  const typed = text.trim();
  // `A-412`, and not `Baby of Nora 2`.
  const isNumber = /\p{Nd}/u.test(typed) && !typed.split(/\s+/).some((word) => /^\p{L}{2,}$/u.test(word));
  if (isNumber) return { ...search, medicalRecordNumber: typed };
  const isAlone = [search.middleName, search.lastName, search.fourthName].every((part) => part.trim() === '');
  const whole = typed === '' && isAlone ? search.firstName.trim() : typed;
  return whole === '' ? search : { ...search, ...(namesFrom('firstName', whole) ?? { firstName: whole }) };
}

export const isEmptySearch = (search: TypedSearch): boolean =>
  searchFields.every((field) => search[field].trim() === '');

/** A birthdate that is half typed finds nothing. */
export const isSearchable = ({ birthdate }: PatientSearch): boolean => isDateOrEmpty(birthdate.trim());

const DEBOUNCE_MS = 300;

interface Search {
  typed: TypedSearch;
  /** The search that the list shows. */
  shown: SearchState;
  /** The list shows the typed search. Before that, a new patient would start from half a name. */
  isSettled: boolean;
  type: (patch: Partial<TypedSearch>) => void;
  showInpatientsOnly: (only: boolean) => void;
  clear: () => void;
}

/** The state of the patient search. The search runs 300 ms after the last key. */
export function useSearch(): Search {
  const [params, setParams] = useSearchParams();
  const shown = readSearch(params);
  const [typed, setTyped] = useState(shown.search);
  const written = useRef(params.toString());

  // The fields follow the address on back and forward.
  const address = params.toString();
  useEffect(() => {
    if (written.current === address) return;
    written.current = address;
    setTyped(readSearch(new URLSearchParams(address)).search);
  }, [address]);

  const write = (state: SearchState): void => {
    const next = writeSearch(state);
    if (next.toString() === params.toString()) return;
    written.current = next.toString();
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });

  useEffect(() => {
    const timer = setTimeout(
      () => latest.current({ search: typed, inpatientsOnly: shown.inpatientsOnly }),
      DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, shown.inpatientsOnly]);

  return {
    typed,
    shown,
    isSettled: searchFields.every((field) => typed[field].trim() === shown.search[field]),
    type: (patch) => setTyped((now) => withTyped(now, patch)),
    showInpatientsOnly: (inpatientsOnly) => write({ search: typed, inpatientsOnly }),
    clear: () => {
      setTyped(emptySearch);
      write({ search: emptySearch, inpatientsOnly: shown.inpatientsOnly });
    },
  };
}
