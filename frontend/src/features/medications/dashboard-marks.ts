/** The marks of the medication dashboard: what they show, and the way from one to the next. */
import type { MedicationDay } from 'language/contract/reports';
import { isNoError } from 'language/domain/values/codes';
import { errorTypeLabel, responseLabel, responseSigns } from '../../clinical/code-labels.ts';
import { NO_ERROR_SIGN } from '../../clinical/marks.tsx';
import { formatList } from '../../platform/language/format.ts';
import { translate } from '../../platform/language/language.ts';
import { formatDate } from '../../platform/time/dates.ts';
import type { ListChange, MedicationTable, TableDay } from './medication-days.ts';

/** A mark is a sign, never a colour alone. */
export const signs = { none: NO_ERROR_SIGN, ...responseSigns, pending: '…' } as const;

/** A change of the list, in the corner of its day. */
export const changeSigns: Readonly<Record<ListChange, string>> = {
  started: '+',
  doseChanged: 'Δ',
  held: '‖',
  resumed: '↻',
  stopped: '■',
};
export const changesText = ({ changes = [] }: TableDay): string =>
  formatList(changes.map((change) => translate(`medication.changes.${change}`)));
/** True if the day has something to show. */
export const isMarked = (day: TableDay | undefined): boolean =>
  day !== undefined && (day.isChecked || day.changes !== undefined);

/** The mark of the entry of a day. */
export const markOf = ({ zType, zResp }: MedicationDay): keyof typeof signs =>
  zType !== null && isNoError(zType) ? 'none' : (zResp ?? 'pending');
/** The error type of a day. */
export const typeOf = ({ zType, zTypeLabel }: MedicationDay): string => errorTypeLabel(zType ?? '', zTypeLabel);
/** The response of a day; empty without an error. */
export const responseOf = ({ zType, zResp }: MedicationDay): string =>
  zType !== null && isNoError(zType)
    ? ''
    : zResp === null
      ? translate('medication.marks.pending')
      : responseLabel(zResp);
/** True if the same month and day come twice, or may come. */
export const hasSeveralYears = (dayList: readonly string[]): boolean =>
  (dayList[0] ?? '').slice(0, 4) !== (dayList.at(-1) ?? '').slice(0, 4);
/** `MM-DD`; the whole date in a stay of several years. */
export const dayLabel = (day: string, dayList: readonly string[]): string =>
  hasSeveralYears(dayList) ? formatDate(day) : formatDate(day).slice(5);

/** The next mark in a direction: in the row for left and right, on the nearest day for up and down. */
export function nextMark(
  { zMedications }: MedicationTable,
  [row, column]: [number, number],
  [down, along]: [number, number],
): [number, number] | undefined {
  if (along !== 0) {
    const days = zMedications[row]?.days ?? [];
    for (let at = column + along; at >= 0 && at < days.length; at += along) if (isMarked(days[at])) return [row, at];
    return undefined;
  }
  for (let at = row + down; at >= 0 && at < zMedications.length; at += down) {
    const marked = (zMedications[at]?.days ?? []).flatMap((one, day) => (isMarked(one) ? [day] : []));
    const [nearest] = marked.sort((a, b) => Math.abs(a - column) - Math.abs(b - column));
    if (nearest !== undefined) return [at, nearest];
  }
  return undefined;
}

/** The accessible name of a cell. */
export function cellLabel(drug: string, day: TableDay, dayList: readonly string[]): string {
  const changes = changesText(day);
  const type = [day.isChecked ? typeOf(day) : '', changes].filter(Boolean).join(' · ');
  const [values, response] = [{ drug, day: dayLabel(day.dayDate, dayList), type }, responseOf(day)];
  return !day.isChecked || response === ''
    ? translate('medication.cell', values)
    : translate('medication.cellResponse', { ...values, response });
}
