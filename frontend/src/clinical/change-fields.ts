/** The fields that a change has changed, with their labels and in the order of the forms. */
import type { HistoryEvent } from 'command-api/contract/history';
import {
  isNoError,
  limits,
  type DischargeStatus,
  type Response,
  type Severity,
  type Specialty,
} from 'command-api/domain/values/codes';
import type { ComparedValue } from '../components/text/compared-value.tsx';
import { languageName, translate } from '../platform/language/language.ts';
import { escaped } from '../platform/text/escaped.ts';
import { dischargeStatusLabel, responseLabel, severityLabel, specialtyLabel } from './code-labels.ts';
import { errorTypeName } from './error-types.ts';
import { categoryText } from './compatibility-category.ts';

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
/**
 * @param thing the fields that changed together
 * @returns an empty text if there is nothing to show
 */
type Format = (value: unknown, thing: Fields, names: CatalogueNames) => ComparedValue;

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const words =
  (format: (value: unknown, thing: Fields, names: CatalogueNames) => string): Format =>
  (value, thing, names) => ({ text: format(value, thing, names) });
const plain = words(asText);
const date = words((value) => asText(value).slice(0, 10));
const html: Format = (value) => ({ html: asText(value) });
const yesNo = words((value) =>
  value === true ? translate('change.yes') : value === false ? translate('change.no') : '',
);
/** The label of a code; '' for null and undefined. */
const coded = <Code extends string | number>(label: (code: Code) => string): Format =>
  words((value) => (typeof value === 'string' || typeof value === 'number' ? label(value as Code) : ''));
const items = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.filter((item): item is Fields => typeof item === 'object' && item !== null) : [];
const listed = (field: string): Format =>
  words((value) =>
    items(value)
      .map((item) => asText(item[field]))
      .join(', '),
  );
/** "No error" has neither severity nor response. */
const isError = (thing: Fields): boolean => !isNoError(asText(thing['errType']));

function templateHtml({ errType, isAdult, label }: Fields, names: CatalogueNames): string {
  const type = escaped(errorTypeName(names.errorTypes.get(asText(errType)) ?? ''));
  return `<p><strong>${type}</strong> ${isAdult === false ? translate('change.forChildren') : translate('change.forAdults')}</p>${asText(label)}`;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
function offerText(value: unknown): string {
  if (!isFields(value)) return '';
  const [team, note] = [asText(value['toTeamName']), asText(value['note'])];
  return note === '' ? translate('change.offeredTo', { team }) : translate('change.offeredToWith', { team, note });
}
function declineText(value: unknown): string {
  if (!isFields(value)) return '';
  const [team, reason] = [asText(value['toTeamName']), asText(value['reason'])];
  return reason === ''
    ? translate('change.declinedBy', { team })
    : translate('change.declinedByWith', { team, reason });
}

/** In the order of the screen. Ids, derived fields and repeated ones are in `hiddenFields`. */
const fields = {
  firstName: plain,
  middleName: plain,
  lastName: plain,
  fourthName: plain,
  birthdate: date,
  medicalRecordNumber: plain,
  mergeReason: plain,
  admissionDate: date,
  admissionDetails: html,
  room: plain,
  bed: plain,
  consultant: plain,
  workingDiagnosis: plain,
  dischargeDate: date,
  dischargeStatus: coded<DischargeStatus>(dischargeStatusLabel),
  dischargeNote: plain,
  reviewDate: date,
  clinicalNote: html,
  drugErrs: listed('errDrugLabel'),
  errDrugLabel: plain,
  errTypeLabel: words((value) => errorTypeName(asText(value))),
  errSeverity: words((value, thing) =>
    typeof value === 'string'
      ? `${value}: ${severityLabel(value as Severity)}`
      : isError(thing)
        ? translate('change.notGraded')
        : '',
  ),
  errRes: words((value, thing) =>
    typeof value === 'number' ? responseLabel(value as Response) : isError(thing) ? translate('change.pending') : '',
  ),
  followUpDate: date,
  errNote: html,
  drugTags: listed('name'),
  rating: words((value) =>
    typeof value === 'number'
      ? translate('change.rating', { value, max: limits.rating })
      : translate('change.notRated'),
  ),
  noteDate: date,
  title: plain,
  images: words((value) => (Array.isArray(value) ? translate('change.images', { count: value.length }) : '')),
  drugLabel: plain,
  dose: plain,
  route: plain,
  frequency: plain,
  startDate: date,
  stopDate: date,
  inOrder: plain,
  // A physician's note is rich text, a medication's is plain text.
  note: (value) => (/^\s*</.test(asText(value)) ? { html: asText(value) } : { text: asText(value) }),
  name: plain,
  specialty: coded<Specialty>(specialtyLabel),
  about: html,
  cloudName: plain,
  uploadPreset: plain,
  chatAllowed: yesNo,
  receivesTransfers: yesNo,
  transfer: words(offerText),
  transferDeclined: words(declineText),
  secondFactorRequired: yesNo,
  exportLanguage: words((value) => languageName(asText(value))),
  user: plain,
  canEdit: yesNo,
  isPhysic: yesNo,
  canAudit: yesNo,
  disabled: yesNo,
  label: plain,
  tradeLabels: listed('label'),
  errTemps: (value, _thing, names) => ({
    html: items(value)
      .map((one) => templateHtml(one, names))
      .join(''),
  }),
  tags: words((value, _thing, names) =>
    Array.isArray(value)
      ? value
          .map((id) => names.tags.get(asText(id)) ?? '')
          .filter((name) => name !== '')
          .join(', ')
      : '',
  ),
  tips: plain,
  compatibility: words((value) =>
    items(value)
      .map(({ category, note }) =>
        [categoryText(asText(category)), asText(note)].filter((one) => one !== '').join(': '),
      )
      .join('\n'),
  ),
} satisfies Record<string, Format>;
const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name);
const unknownFormat: Format = (value) => ({ text: value === null ? '' : JSON.stringify(value) });

/**
 * The changed fields. The fields of an added or deleted thing that have no value (null, false, '')
 * are left out. A field without a label here is listed under its own name.
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
  const others = Object.keys(found).filter((name) => !isField(name) && !hiddenFields.has(name));
  return [...known, ...others].flatMap((name): ChangedField[] => {
    if (isMember && (name === 'firstName' || name === 'lastName')) return [];
    const format: Format = isField(name) ? fields[name] : unknownFormat;
    const label = isField(name) ? translate(`change.fields.${name}`) : name;
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
  'firstId',
  // The person who took it over is the one who made the change.
  'responsible',
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
  'offeredTo',
  'canRead',
  'members',
]);
