/**
 * How screens say the fields of records, in the order of their forms (docs/add-a-field.md). The label of a field is the
 * message `change.fields.<name>`. An id is said by its label.
 */
import {
  type admissionFields,
  entryFields,
  homeMedicationFields,
  type measurementFields,
  medicationFields,
  type noteFields,
  type ratedEntryFields,
  type reconciledFields,
  type reviewFields,
} from 'language/domain/admission/fields';
import type { classificationFields, drugFields } from 'language/domain/drug/fields';
import { allergyFields, type patientFields } from 'language/domain/patient/fields';
import {
  isNoError,
  limits,
  type DischargeStatus,
  type Response,
  type Severity,
  type Specialty,
} from 'language/domain/values/codes';
import type { Asked } from 'language/contract/entities';
import type { ViewFilter } from 'language/domain/priority/views';
import type { AnswerRules } from 'language/domain/team/answer-rules';
import type { AvoidedHarm, AvoidedHarmRow } from 'language/domain/team/avoided-harm';
import type { DoseInterval, DoseIntervals } from 'language/domain/team/dose-intervals';
import { idsByLabel } from 'language/domain/values/record-fields';
import type { ComparedValue } from '../components/text/compared-value.tsx';
import { isMessageId, languageName, type MessageId, translate } from '../platform/language/language.ts';
import { escaped } from '../platform/text/escaped.ts';
import {
  allergyCertaintyLabel,
  allergySeverityLabel,
  allergySourceLabel,
  dischargeStatusLabel,
  homeSourceLabel,
  reconciliationActionLabel,
  reconciliationStageLabel,
  responseLabel,
  pcneText,
  severityAnswerLabel,
  severityLabel,
  sexLabel,
  specialtyLabel,
} from './code-labels.ts';
import { pregnancyLabel } from './care-details.ts';
import { errorTypeName } from './error-types.ts';
import { kindLabel } from './measurement-kinds.ts';
import { categoryText } from './compatibility-category.ts';

/** Today's labels of the error types and tags that a drug's data name by id. */
export interface CatalogueNames {
  errorTypes: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
}
export const noNames: CatalogueNames = { errorTypes: new Map(), tags: new Map() };

export type Fields = Readonly<Record<string, unknown>>;
/**
 * @param thing the fields that changed together
 * @returns an empty text if there is nothing to show
 */
export type Format = (value: unknown, thing: Fields, names: CatalogueNames) => ComparedValue;

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

function rowOfDosesText({ drugLabel, crclFrom: from, crclBelow: below, mgPerKg, everyHours }: DoseInterval): string {
  const range =
    below === null ? translate('doseIntervals.from', { from }) : translate('doseIntervals.between', { from, below });
  return translate('doseIntervals.row', { drug: drugLabel, range, mgPerKg, everyHours });
}
const rowOfHarmText =
  (currency: string) =>
  ({ severity, percent, cost }: AvoidedHarmRow): string =>
    cost === 0
      ? translate('avoidedHarm.row', { severity, percent })
      : translate('avoidedHarm.rowWithCost', { severity, percent, cost, currency });
const isTable = (value: unknown): value is AvoidedHarm | DoseIntervals =>
  isFields(value) && 'rows' in value && 'source' in value;
/** A team's table of avoided harm in one text. @param table an `AvoidedHarm`; another value has no text */
export const avoidedHarmText = (table: unknown): string =>
  (isTable(table) && 'currency' in table ? [...table.rows.map(rowOfHarmText(table.currency)), table.source] : [])
    .filter((text) => text !== '')
    .join(' · ');
/** A team's table of doses in one text. @param table a `DoseIntervals`; another value has no text */
export const doseIntervalsText = (table: unknown): string =>
  (isTable(table) && !('currency' in table) ? [...table.rows.map(rowOfDosesText), table.source] : [])
    .filter((text) => text !== '')
    .join(' · ');

function holdText(value: unknown): string {
  if (!isFields(value)) return '';
  const [from, until, reason] = [asText(value['from']), asText(value['until']), asText(value['reason'])];
  const span = until === '' ? translate('change.heldFrom', { from }) : translate('change.heldUntil', { from, until });
  return reason === '' ? span : `${span}: ${reason}`;
}

/** The answers that led to a severity, in their order. */
export const answersText = (value: unknown): string =>
  Array.isArray(value) ? value.map((answer) => severityAnswerLabel(asText(answer))).join(' → ') : '';

type NamedByLabel<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly label: string } ? Name : never;
}[keyof Fields];
/** A format for each field: a forgotten one does not compile. */
type FormatsOf<Fields> = Readonly<Record<Exclude<keyof Fields, NamedByLabel<Fields>>, Format>>;

export const patientFormats = {
  firstName: plain,
  middleName: plain,
  lastName: plain,
  fourthName: plain,
  birthdate: date,
  medicalRecordNumber: plain,
  sex: coded(sexLabel),
} satisfies FormatsOf<typeof patientFields>;

export const allergyFormats = {
  drugLabel: plain,
  tagLabel: plain,
  agentText: plain,
  reaction: plain,
  severity: coded(allergySeverityLabel),
  certainty: coded(allergyCertaintyLabel),
  source: coded(allergySourceLabel),
  onset: plain,
} satisfies FormatsOf<typeof allergyFields>;

export const admissionFormats = {
  admissionDate: date,
  admissionDetails: html,
  room: plain,
  bed: plain,
  consultant: plain,
  workingDiagnosis: plain,
  pregnancy: words((value) => pregnancyLabel(asText(value))),
  plannedDischarge: date,
  dischargeDate: date,
  dischargeStatus: coded<DischargeStatus>(dischargeStatusLabel),
  dischargeNote: plain,
} satisfies FormatsOf<typeof admissionFields>;

export const reviewFormats = { reviewDate: date, clinicalNote: html } satisfies FormatsOf<typeof reviewFields>;

export const entryFormats = {
  errDrugLabel: plain,
  errTypeLabel: words((value) => errorTypeName(asText(value))),
  errSeverity: words((value, thing) =>
    typeof value === 'string'
      ? `${value}: ${severityLabel(value as Severity)}`
      : isError(thing)
        ? translate('change.notGraded')
        : '',
  ),
  severityAnswers: words(answersText),
  errRes: words((value, thing) =>
    typeof value === 'number' ? responseLabel(value as Response) : isError(thing) ? translate('change.pending') : '',
  ),
  followUpDate: date,
  errNote: html,
  drugTags: listed('name'),
  pcne: words((value) => (Array.isArray(value) ? value.map((code) => pcneText(asText(code))).join(', ') : '')),
  rating: words((value) =>
    typeof value === 'number'
      ? translate('change.rating', { value, max: limits.rating })
      : translate('change.notRated'),
  ),
} satisfies FormatsOf<typeof ratedEntryFields>;

export const medicationFormats = {
  drugLabel: plain,
  dose: plain,
  route: plain,
  frequency: plain,
  indication: plain,
  culture: plain,
  startDate: date,
  stopDate: date,
  // A physician's note is rich text, a medication's is plain text.
  note: (value) => (/^\s*</.test(asText(value)) ? { html: asText(value) } : { text: asText(value) }),
} satisfies FormatsOf<typeof medicationFields>;
/** `note` has the format of a medication's. */
export const measurementFormats = {
  kind: words((value) => kindLabel(asText(value))),
  value: plain,
  unit: plain,
  takenOn: date,
  takenAt: plain,
  lastDoseOn: date,
  lastDoseAt: plain,
  source: words((value) => {
    const id = `values.source.${asText(value)}`;
    return isMessageId(id) ? translate(id) : homeSourceLabel(asText(value)) || allergySourceLabel(asText(value));
  }),
} satisfies FormatsOf<Omit<typeof measurementFields, keyof typeof medicationFormats>>;
/** A medicine from home has the formats of a medication, and the source of a measurement. */
export const reconciledFormats = {
  stage: coded(reconciliationStageLabel),
  action: coded(reconciliationActionLabel),
  reason: plain,
  until: date,
  advice: plain,
} satisfies FormatsOf<Omit<typeof reconciledFields, keyof typeof medicationFormats>>;
/** `note` has the format of a medication's. */
export const noteFormats = { noteDate: date } satisfies FormatsOf<
  Omit<typeof noteFields, keyof typeof medicationFormats>
>;

export const drugFormats = {
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
} satisfies FormatsOf<typeof drugFields>;

/** The parts that a team has switched on; '' for nothing. */
export const classificationText = (settings: { readonly pcne?: unknown; readonly atc?: unknown }): string =>
  (['pcne', 'atc'] as const)
    .filter((name) => settings[name] === true)
    .map((name) => translate(`classification.${name}`))
    .join(' · ');
export const classificationFormats = {
  atc: plain,
  ddds: words((value) =>
    items(value)
      .map(({ value: ddd, unit, route }) => [asText(ddd), asText(unit), asText(route)].join(' ').trim())
      .join(', '),
  ),
} satisfies FormatsOf<typeof classificationFields>;

/** A physician's answer in their own words, and whom an entry is asked of. */
const askedText = (value: unknown): string => {
  if (!isFields(value)) return '';
  const { answer, address } = value as Partial<Asked>;
  return [
    ...(answer ? [translate(`asked.answers.${answer.answer}`), answer.reason, answer.text] : []),
    ...(address ? [translate(address.kind === 'physicians' ? 'asked.allPhysicians' : 'asked.onePhysician')] : []),
  ]
    .filter((text) => text !== '')
    .join(' · ');
};
const answerRulesText = (value: unknown): string => {
  if (!isFields(value)) return '';
  const { refusalReasons = [], changeMinutes = 0 } = value as Partial<AnswerRules>;
  return [...refusalReasons, translate('asked.minutes', { count: changeMinutes })].join(' · ');
};

const filterText = (value: unknown): string => {
  if (!isFields(value)) return '';
  const { reasons = [], taken, deferred, antimicrobials, reviewed } = value as Partial<ViewFilter>;
  return [
    reasons.map((reason) => translate(`priority.reasons.${reason}`)).join(', '),
    taken && `${translate('ward.takenFilter')}: ${translate(`ward.takenFilters.${taken}`)}`,
    reviewed && `${translate('ward.reviewedFilter')}: ${translate(`ward.reviewedFilters.${reviewed}`)}`,
    deferred && `${translate('ward.deferredFilter')}: ${translate(`ward.deferredFilters.${deferred}`)}`,
    antimicrobials && translate('ward.antimicrobialsOnly'),
  ]
    .filter(Boolean)
    .join(' · ');
};

/** Fields of things that one screen shows and changes. */
export const otherFormats = {
  mergeReason: plain,
  removalReason: plain,
  drugErrs: listed('errDrugLabel'),
  title: plain,
  images: words((value) => (Array.isArray(value) ? translate('change.images', { count: value.length }) : '')),
  inOrder: plain,
  name: plain,
  specialty: coded<Specialty>(specialtyLabel),
  about: html,
  cloudName: plain,
  uploadPreset: plain,
  chatAllowed: yesNo,
  receivesTransfers: yesNo,
  hold: words(holdText),
  transfer: words(offerText),
  transferDeclined: words(declineText),
  secondFactorRequired: yesNo,
  exportLanguage: words((value) => languageName(asText(value))),
  headerKinds: words((value) => (Array.isArray(value) ? value.map((kind) => kindLabel(asText(kind))).join(', ') : '')),
  oldAfterHours: plain,
  doseIntervals: words(doseIntervalsText),
  avoidedHarm: words(avoidedHarmText),
  asked: words(askedText),
  answerRules: words(answerRulesText),
  filter: words(filterText),
  classification: words((value) => (isFields(value) ? classificationText(value) : '')),
  user: plain,
  canEdit: yesNo,
  isPhysic: yesNo,
  canAudit: yesNo,
  disabled: yesNo,
} satisfies Readonly<Record<string, Format>>;

/** The names of ids by those of their labels. */
export const idsOfLabels = {
  ...idsByLabel(entryFields),
  ...idsByLabel(medicationFields),
  ...idsByLabel(homeMedicationFields),
  ...idsByLabel(allergyFields),
};

type LabelName = { [Id in MessageId]: Id extends `change.fields.${infer Name}` ? Name : never }[MessageId];
export const labelOf = (field: LabelName): string => translate(`change.fields.${field}`);
export const labelsOf = <Name extends LabelName>(fields: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, labelOf(name as Name)])) as Readonly<
    Record<Name, string>
  >;
