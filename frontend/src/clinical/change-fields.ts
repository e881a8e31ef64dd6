/** The fields that a change has changed, with their labels and in the order of the forms. */
import type { FindingDecision } from 'language/contract/findings';
import type { HistoryEvent } from 'language/contract/history';
import type { Measurement } from 'language/contract/measurements';
import type { ComparedValue } from '../components/text/compared-value.tsx';
import {
  admissionFormats,
  allergyFormats,
  type CatalogueNames,
  classificationFormats,
  drugFormats,
  entryFormats,
  type Fields,
  type Format,
  idsOfLabels,
  labelOf,
  measurementFormats,
  medicationFormats,
  noNames,
  noteFormats,
  otherFormats,
  patientFormats,
  reconciledFormats,
  reviewFormats,
} from './field-formats.ts';
import { isMessageId, translate } from '../platform/language/language.ts';
import { kindLabel, measurementText } from './measurement-kinds.ts';

export interface ChangedField {
  name: string;
  label: string;
  /** Undefined if there was no value. */
  was: ComparedValue | undefined;
  is: ComparedValue | undefined;
}

/** Ids, derived fields and repeated ones are in `hiddenFields`. */
const fields = {
  ...patientFormats,
  ...allergyFormats,
  ...admissionFormats,
  ...reviewFormats,
  ...entryFormats,
  ...noteFormats,
  ...medicationFormats,
  ...reconciledFormats,
  ...measurementFormats,
  ...drugFormats,
  ...classificationFormats,
  ...otherFormats,
};
const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name);
const unknownFormat: Format = (value) => ({
  text: isMeasurement(value)
    ? measurementText(value)
    : isDecision(value)
      ? decisionText(value)
      : value === null
        ? ''
        : Array.isArray(value) && value.every((item) => typeof item === 'string')
          ? value.join(', ')
          : JSON.stringify(value),
});
/** Decisions on findings are listed by the findings. */
type Decision = FindingDecision & { readonly drugLabel?: string };
const isDecision = (value: unknown): value is Decision =>
  typeof value === 'object' && value !== null && decisionKinds.has((value as Fields)['kind']);
const decisionKinds: ReadonlySet<unknown> = new Set(['taken', 'deferred', 'dismissed']);
const decisionText = ({ kind, until, reason, drugLabel }: Decision): string => {
  if (kind === 'deferred') return translate('change.decision.deferred', { date: until ?? '' });
  return kind === 'dismissed'
    ? translate('change.decision.dismissed', { reason })
    : translate('change.decision.taken', { drug: drugLabel ?? '' });
};
/** New values are listed by their ids. */
const isMeasurement = (value: unknown): value is Measurement =>
  typeof value === 'object' && value !== null && 'kind' in value && 'takenOn' in value;
const unknownLabel = (name: string, value: unknown): string =>
  isMeasurement(value) ? kindLabel(value.kind) : isDecision(value) ? translate('change.decision') : priorityLabel(name);
/** A row of a team's table of priority: `points.newAdmission`, `severe.C`, `most`. */
function priorityLabel(name: string): string {
  const [list, row = ''] = name.split('.');
  if (list === 'severe') return translate('priority.severe', { letter: row });
  const id = list === 'points' ? `priority.reasons.${row}` : `priority.fields.${name}`;
  return isMessageId(id) ? translate(id) : name;
}

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
    const label = isField(name) ? labelOf(name) : unknownLabel(name, after?.[name]);
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
  ...Object.values(idsOfLabels),
  'order',
  'gallery',
  'medications',
  'admin',
  'adminId',
  'offeredTo',
  'canRead',
  'members',
]);
