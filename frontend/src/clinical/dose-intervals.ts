import type { DoseInterval, DoseIntervals } from 'language/domain/team/dose-intervals';
import { translate } from '../platform/language/language.ts';
import { formatNumber } from '../platform/language/numbers.ts';

/** Such as `5 mg/kg every 36 h`. */
export const intervalText = ({ mgPerKg, everyHours }: DoseInterval): string =>
  translate('doseIntervals.dose', { dose: formatNumber(mgPerKg), hours: formatNumber(everyHours) });

function rowText(row: DoseInterval): string {
  const { drugLabel, crclFrom: from, crclBelow: below } = row;
  const range =
    below === null ? translate('doseIntervals.from', { from }) : translate('doseIntervals.between', { from, below });
  return `${drugLabel}, ${range}: ${intervalText(row)}`;
}
const isTable = (value: unknown): value is DoseIntervals =>
  typeof value === 'object' && value !== null && 'rows' in value && 'source' in value;

/** The whole table in one text. @param table a `DoseIntervals`; another value has no text */
export const doseIntervalsText = (table: unknown): string =>
  (isTable(table) ? [...table.rows.map(rowText), table.source] : []).filter((text) => text !== '').join(' · ');
