/** What a change has changed, field by field as people call them, in the order of the forms. */
import type { HistoryEvent } from 'command-api/contract/history';
import {
  dischargeStatusLabel,
  isNoError,
  type DischargeStatus,
  responseLabel,
  type Response,
  severityLabel,
  type Severity,
  type Specialty,
  specialtyLabel,
} from 'command-api/domain/codes';
import type { ComparedValue } from '../components/text/compared-value.tsx';
import { changeText as text } from './change-messages.ts';

/** Today's labels of what a drug's data name by id. */
export interface CatalogueNames {
  errorTypes: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
}
const noNames: CatalogueNames = { errorTypes: new Map(), tags: new Map() };

export interface ChangedField {
  name: string;
  label: string;
  /** Undefined where the thing was not there yet, or held nothing. */
  was: ComparedValue | undefined;
  is: ComparedValue | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
interface Field {
  label: string;
  /** @param thing the fields that changed with it @returns empty text where there is nothing to say */
  say: (value: unknown, thing: Fields, names: CatalogueNames) => ComparedValue;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const words =
  (say: (value: unknown, thing: Fields, names: CatalogueNames) => string): Field['say'] =>
  (value, thing, names) => ({ text: say(value, thing, names) });
const plain = words(asText);
const date = words((value) => asText(value).slice(0, 10));
const html: Field['say'] = (value) => ({ html: asText(value) });
const yesNo = words((value) => (value === true ? text.yes : value === false ? text.no : ''));
/** Of what is kept under a code; null and what is not there say nothing. */
const coded = <Code extends string | number>(label: (code: Code) => string): Field['say'] =>
  words((value) => (typeof value === 'string' || typeof value === 'number' ? label(value as Code) : ''));
const items = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter((item): item is Fields => typeof item === 'object' && item !== null) : [];
const listed = (field: string): Field['say'] =>
  words((value) =>
    items(value)
      .map((item) => asText(item[field]))
      .join(', '),
  );
/** "No error" has neither severity nor response. */
const isError = (thing: Fields): boolean => !isNoError(asText(thing['errType']));

const templateHtml = ({ errType, isAdult, label }: Fields, names: CatalogueNames): string =>
  `<p><strong>${escaped(names.errorTypes.get(asText(errType)) ?? '')}</strong> ${isAdult === false ? text.forChildren : text.forAdults}</p>${asText(label)}`;
const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** In the order in which they are shown. What is derived, an id, or said by another field stands in `silent`. */
const fields: Readonly<Record<string, Field>> = {
  firstName: { label: 'First name', say: plain },
  middleName: { label: 'Father', say: plain },
  lastName: { label: 'Grandfather', say: plain },
  fourthName: { label: 'Fourth name', say: plain },
  birthdate: { label: 'Birthdate', say: date },
  medicalRecordNumber: { label: 'Record number', say: plain },
  admissionDate: { label: 'Admission date', say: date },
  admissionDetails: { label: 'Clinical details', say: html },
  dischargeDate: { label: 'Discharge date', say: date },
  dischargeStatus: { label: 'Discharge status', say: coded<DischargeStatus>(dischargeStatusLabel) },
  dischargeNote: { label: 'Discharge note', say: plain },
  reviewDate: { label: 'Review date', say: date },
  clinicalNote: { label: 'Clinical notes', say: html },
  drugErrs: { label: 'Medications', say: listed('errDrugLabel') },
  errDrugLabel: { label: 'Drug', say: plain },
  errTypeLabel: { label: 'Error type', say: plain },
  errSeverity: {
    label: 'Severity',
    say: words((value, thing) =>
      typeof value === 'string'
        ? `${value}: ${severityLabel(value as Severity)}`
        : isError(thing)
          ? text.notGraded
          : '',
    ),
  },
  errRes: {
    label: 'Response',
    say: words((value, thing) =>
      typeof value === 'number' ? responseLabel(value as Response) : isError(thing) ? text.pending : '',
    ),
  },
  followUpDate: { label: 'Follow-up date', say: date },
  errNote: { label: 'Note', say: html },
  drugTags: { label: 'Tags', say: listed('name') },
  rating: { label: 'Rating', say: words((value) => (typeof value === 'number' ? text.rating(value) : text.notRated)) },
  noteDate: { label: 'Note date', say: date },
  title: { label: 'Title', say: plain },
  images: { label: 'Images', say: words((value) => (Array.isArray(value) ? text.images(value.length) : '')) },
  drugLabel: { label: 'Drug', say: plain },
  dose: { label: 'Dose', say: plain },
  route: { label: 'Route', say: plain },
  frequency: { label: 'Frequency', say: plain },
  startDate: { label: 'Start', say: date },
  stopDate: { label: 'Stop', say: date },
  inOrder: { label: 'In this order', say: plain },
  // A physician's is rich text, a medication's is not; both are safe to read as either.
  note: {
    label: 'Note',
    say: (value) => (/^\s*</.test(asText(value)) ? { html: asText(value) } : { text: asText(value) }),
  },
  name: { label: 'Name', say: plain },
  specialty: { label: 'Specialty', say: coded<Specialty>(specialtyLabel) },
  about: { label: 'About', say: html },
  cloudName: { label: 'Cloud name', say: plain },
  uploadPreset: { label: 'Upload preset', say: plain },
  chatAllowed: { label: 'Chat assistant allowed', say: yesNo },
  user: { label: 'E-mail', say: plain },
  canEdit: { label: 'Clinical pharmacist', say: yesNo },
  isPhysic: { label: 'Physician', say: yesNo },
  canAudit: { label: 'Auditor', say: yesNo },
  disabled: { label: 'Disabled', say: yesNo },
  label: { label: 'Root name', say: plain },
  tradeLabels: { label: 'Trade labels', say: listed('label') },
  errTemps: {
    label: 'Error templates',
    say: (value, _thing, names) => ({
      html: items(value)
        .map((one) => templateHtml(one, names))
        .join(''),
    }),
  },
  tags: {
    label: 'Drug tags',
    say: words((value, _thing, names) =>
      Array.isArray(value)
        ? value
            .map((id) => names.tags.get(asText(id)) ?? '')
            .filter((name) => name !== '')
            .join(', ')
        : '',
    ),
  },
  tips: { label: 'Tips', say: plain },
  compatibility: {
    label: 'With other drugs',
    say: words((value) =>
      items(value)
        .map(({ category, note }) => [asText(category), asText(note)].filter((one) => one !== '').join(': '))
        .join('\n'),
    ),
  },
};

/**
 * Of what came or went the fields that say nothing (null, no, empty) are left out; of a change all that changed. A
 * field nobody has named here is said all the same.
 */
export function changedFields(
  { before, after }: Pick<HistoryEvent, 'before' | 'after'>,
  names: CatalogueNames = noNames,
): ChangedField[] {
  const found = { ...before, ...after };
  const isWhole = before === null || after === null;
  // Of a member the line itself says who it is.
  const isMember = Object.hasOwn(found, 'user');
  const known = Object.keys(fields).filter((name) => Object.hasOwn(found, name));
  const others = Object.keys(found).filter((name) => !Object.hasOwn(fields, name) && !silent.has(name));
  return [...known, ...others].flatMap((name): ChangedField[] => {
    if (isMember && (name === 'firstName' || name === 'lastName')) return [];
    const { label, say } = fields[name] ?? {
      label: name,
      say: (value: unknown): ComparedValue => ({ text: value === null ? '' : JSON.stringify(value) }),
    };
    const side = (thing: Fields | null): ComparedValue | undefined => {
      if (thing === null || (isWhole && (thing[name] === null || thing[name] === false))) return undefined;
      const said = say(thing[name], thing, names);
      return isEmpty(said) ? undefined : said;
    };
    const [was, is] = [side(before), side(after)];
    return was === undefined && is === undefined ? [] : [{ name, label, was, is }];
  });
}

const isEmpty = (said: ComparedValue): boolean =>
  ('html' in said ? said.html : 'text' in said ? said.text : undefined) === '';
/** Ids, what follows from them, and what a thing is called by. */
const silent: ReadonlySet<string> = new Set([
  '_id',
  'copiedFrom',
  'patient',
  'team',
  'admission',
  'patientId',
  'teamId',
  'admissionId',
  'userId',
  'userEmail',
  'userName',
  'userPhone',
  'errType',
  'errDrug',
  'drug',
  'order',
  'gallery',
  'medications',
  'admin',
  'adminId',
  'canRead',
  'members',
]);
