/** The routes and the frequencies of a medication. */
import { translate, type MessageId } from '../platform/language/language.ts';

/**
 * A suggestion while typing; other text is allowed. The value is stored in the chart, whose readers have different
 * languages, so it is the same in each. The label tells what it means.
 */
export interface Suggestion {
  readonly value: string;
  readonly label: MessageId;
}
export const routes: readonly Suggestion[] = [
  { value: 'Oral', label: 'medication.routes.oral' },
  { value: 'IV', label: 'medication.routes.iv' },
  { value: 'IV infusion', label: 'medication.routes.ivInfusion' },
  { value: 'IM', label: 'medication.routes.im' },
  { value: 'SC', label: 'medication.routes.sc' },
  { value: 'Inhalation', label: 'medication.routes.inhalation' },
  { value: 'Nebulised', label: 'medication.routes.nebulised' },
  { value: 'Topical', label: 'medication.routes.topical' },
  { value: 'Rectal', label: 'medication.routes.rectal' },
  { value: 'Sublingual', label: 'medication.routes.sublingual' },
  { value: 'Nasogastric tube', label: 'medication.routes.nasogastricTube' },
  { value: 'Eye drops', label: 'medication.routes.eyeDrops' },
];
export const frequencies: readonly Suggestion[] = [
  { value: 'Once daily', label: 'medication.frequencies.onceDaily' },
  { value: 'Every 12 h', label: 'medication.frequencies.every12h' },
  { value: 'Every 8 h', label: 'medication.frequencies.every8h' },
  { value: 'Every 6 h', label: 'medication.frequencies.every6h' },
  { value: 'Every 4 h', label: 'medication.frequencies.every4h' },
  { value: 'Twice daily', label: 'medication.frequencies.twiceDaily' },
  { value: 'Three times daily', label: 'medication.frequencies.threeTimesDaily' },
  { value: 'At bedtime', label: 'medication.frequencies.atBedtime' },
  { value: 'When needed (PRN)', label: 'medication.frequencies.whenNeeded' },
  { value: 'Single dose', label: 'medication.frequencies.onceOnly' },
  { value: 'Continuous infusion', label: 'medication.frequencies.continuous' },
  { value: 'Once weekly', label: 'medication.frequencies.onceWeekly' },
];

/** The current name of each suggestion of an earlier version that was renamed. */
const formerly: Readonly<Record<string, string>> = {
  'When needed': 'When needed (PRN)',
  'Once only': 'Single dose',
  Continuous: 'Continuous infusion',
};
/** A route or frequency as it is stored, and behind it what it means where the page has another language. */
export function givenText(stored: string): string {
  const value = formerly[stored] ?? stored;
  const found = [...routes, ...frequencies].find((suggestion) => suggestion.value === value);
  const label = found === undefined ? stored : translate(found.label);
  return label === value ? stored : `${stored} – ${label}`;
}
