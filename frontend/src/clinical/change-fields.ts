/** The fields that a change has changed, with their labels and in the order of the forms. */
import type { HistoryEvent } from 'command-api/contract/history';
import {
  dischargeStatusLabel,
  isNoError,
  responseLabel,
  severityLabel,
  specialtyLabel,
  type DischargeStatus,
  type Response,
  type Severity,
  type Specialty,
} from 'command-api/domain/values/codes';
import type { ComparedValue } from '../components/text/compared-value.tsx';
import { translate } from '../platform/language/language.ts';

/** Today's labels of the error types and tags that a drug's data name by id. */
export interface CatalogueNames {
  errorTypes: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
}
const noNames: CatalogueNames = { errorTypes: new Map(), tags: new Map() };

export interface ChangedField {
  name: string;
  label: string;
  /** Undefined if there was no value. */
  was: ComparedValue | undefined;
  is: ComparedValue | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
interface Field {
  label: string;
  /**
   * @param thing the fields that changed together
   * @returns an empty text if there is nothing to show
   */
  format: (value: unknown, thing: Fields, names: CatalogueNames) => ComparedValue;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const words =
  (format: (value: unknown, thing: Fields, names: CatalogueNames) => string): Field['format'] =>
  (value, thing, names) => ({ text: format(value, thing, names) });
const plain = words(asText);
const date = words((value) => asText(value).slice(0, 10));
const html: Field['format'] = (value) => ({ html: asText(value) });
const yesNo = words((value) =>
  value === true ? translate('change.yes') : value === false ? translate('change.no') : '',
);
/** The label of a code; '' for null and undefined. */
const coded = <Code extends string | number>(label: (code: Code) => string): Field['format'] =>
  words((value) => (typeof value === 'string' || typeof value === 'number' ? label(value as Code) : ''));
const items = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter((item): item is Fields => typeof item === 'object' && item !== null) : [];
const listed = (field: string): Field['format'] =>
  words((value) =>
    items(value)
      .map((item) => asText(item[field]))
      .join(', '),
  );
/** "No error" has neither severity nor response. */
const isError = (thing: Fields): boolean => !isNoError(asText(thing['errType']));

function templateHtml({ errType, isAdult, label }: Fields, names: CatalogueNames): string {
  const type = escaped(names.errorTypes.get(asText(errType)) ?? '');
  return `<p><strong>${type}</strong> ${isAdult === false ? translate('change.forChildren') : translate('change.forAdults')}</p>${asText(label)}`;
}
const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** In the order of the screen. Ids, derived fields and repeated ones are in `hiddenFields`. */
const fields: Readonly<Record<string, Field>> = {
  firstName: { label: 'First name', format: plain },
  middleName: { label: 'Father', format: plain },
  lastName: { label: 'Grandfather', format: plain },
  fourthName: { label: 'Fourth name', format: plain },
  birthdate: { label: 'Birthdate', format: date },
  medicalRecordNumber: { label: 'Record number', format: plain },
  admissionDate: { label: 'Admission date', format: date },
  admissionDetails: { label: 'Clinical details', format: html },
  dischargeDate: { label: 'Discharge date', format: date },
  dischargeStatus: { label: 'Discharge status', format: coded<DischargeStatus>(dischargeStatusLabel) },
  dischargeNote: { label: 'Discharge note', format: plain },
  reviewDate: { label: 'Review date', format: date },
  clinicalNote: { label: 'Clinical notes', format: html },
  drugErrs: { label: 'Medications', format: listed('errDrugLabel') },
  errDrugLabel: { label: 'Drug', format: plain },
  errTypeLabel: { label: 'Error type', format: plain },
  errSeverity: {
    label: 'Severity',
    format: words((value, thing) =>
      typeof value === 'string'
        ? `${value}: ${severityLabel(value as Severity)}`
        : isError(thing)
          ? translate('change.notGraded')
          : '',
    ),
  },
  errRes: {
    label: 'Response',
    format: words((value, thing) =>
      typeof value === 'number' ? responseLabel(value as Response) : isError(thing) ? translate('change.pending') : '',
    ),
  },
  followUpDate: { label: 'Follow-up date', format: date },
  errNote: { label: 'Note', format: html },
  drugTags: { label: 'Tags', format: listed('name') },
  rating: {
    label: 'Rating',
    format: words((value) =>
      typeof value === 'number' ? translate('change.rating', { value }) : translate('change.notRated'),
    ),
  },
  noteDate: { label: 'Note date', format: date },
  title: { label: 'Title', format: plain },
  images: {
    label: 'Images',
    format: words((value) => (Array.isArray(value) ? translate('change.images', { count: value.length }) : '')),
  },
  drugLabel: { label: 'Drug', format: plain },
  dose: { label: 'Dose', format: plain },
  route: { label: 'Route', format: plain },
  frequency: { label: 'Frequency', format: plain },
  startDate: { label: 'Start', format: date },
  stopDate: { label: 'Stop', format: date },
  inOrder: { label: 'In this order', format: plain },
  // A physician's note is rich text, a medication's is plain text.
  note: {
    label: 'Note',
    format: (value) => (/^\s*</.test(asText(value)) ? { html: asText(value) } : { text: asText(value) }),
  },
  name: { label: 'Name', format: plain },
  specialty: { label: 'Specialty', format: coded<Specialty>(specialtyLabel) },
  about: { label: 'About', format: html },
  cloudName: { label: 'Cloud name', format: plain },
  uploadPreset: { label: 'Upload preset', format: plain },
  chatAllowed: { label: 'Chat assistant allowed', format: yesNo },
  secondFactorRequired: { label: 'Second factor required', format: yesNo },
  user: { label: 'E-mail', format: plain },
  canEdit: { label: 'Clinical pharmacist', format: yesNo },
  isPhysic: { label: 'Physician', format: yesNo },
  canAudit: { label: 'Auditor', format: yesNo },
  disabled: { label: 'Disabled', format: yesNo },
  label: { label: 'Root name', format: plain },
  tradeLabels: { label: 'Trade labels', format: listed('label') },
  errTemps: {
    label: 'Error templates',
    format: (value, _thing, names) => ({
      html: items(value)
        .map((one) => templateHtml(one, names))
        .join(''),
    }),
  },
  tags: {
    label: 'Drug tags',
    format: words((value, _thing, names) =>
      Array.isArray(value)
        ? value
            .map((id) => names.tags.get(asText(id)) ?? '')
            .filter((name) => name !== '')
            .join(', ')
        : '',
    ),
  },
  tips: { label: 'Tips', format: plain },
  compatibility: {
    label: 'With other drugs',
    format: words((value) =>
      items(value)
        .map(({ category, note }) => [asText(category), asText(note)].filter((one) => one !== '').join(': '))
        .join('\n'),
    ),
  },
};

/**
 * The changed fields. Of an added or deleted thing, fields without a value (null, false, '') are left out. A field
 * without a label here is listed under its own name.
 */
export function changedFields(
  { before, after }: Pick<HistoryEvent, 'before' | 'after'>,
  names: CatalogueNames = noNames,
): ChangedField[] {
  const found = { ...before, ...after };
  const isWhole = before === null || after === null;
  // The line of a member already has the name.
  const isMember = Object.hasOwn(found, 'user');
  const known = Object.keys(fields).filter((name) => Object.hasOwn(found, name));
  const others = Object.keys(found).filter((name) => !Object.hasOwn(fields, name) && !hiddenFields.has(name));
  return [...known, ...others].flatMap((name): ChangedField[] => {
    if (isMember && (name === 'firstName' || name === 'lastName')) return [];
    const { label, format } = fields[name] ?? {
      label: name,
      format: (value: unknown): ComparedValue => ({ text: value === null ? '' : JSON.stringify(value) }),
    };
    const side = (thing: Fields | null): ComparedValue | undefined => {
      if (thing === null || (isWhole && (thing[name] === null || thing[name] === false))) return undefined;
      const value = format(thing[name], thing, names);
      return isEmpty(value) ? undefined : value;
    };
    const [was, is] = [side(before), side(after)];
    return was === undefined && is === undefined ? [] : [{ name, label, was, is }];
  });
}

const isEmpty = (value: ComparedValue): boolean =>
  ('html' in value ? value.html : 'text' in value ? value.text : undefined) === '';
/** Ids, what follows from them, and the names that the line already has. */
const hiddenFields: ReadonlySet<string> = new Set([
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
