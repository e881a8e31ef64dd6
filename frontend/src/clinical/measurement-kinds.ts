/** The names of kinds of measured values, and a value in words. Called while rendering. */
import type { Measurement } from 'language/contract/measurements';
import { isMessageId, translate } from '../platform/language/language.ts';
import { formatDate } from '../platform/time/dates.ts';

/** A kind of a newer server has its own name. */
export function kindLabel(kind: string): string {
  const id = `values.kind.${kind}`;
  return isMessageId(id) ? translate(id) : kind;
}

/** `2.1 mg/dL, 2 March 2026 08:00` */
export const measurementText = ({
  value,
  unit,
  takenOn,
  takenAt,
}: Pick<Measurement, 'value' | 'unit' | 'takenOn' | 'takenAt'>): string =>
  `${value} ${unit}, ${[formatDate(takenOn), takenAt].filter((part) => part !== '').join(' ')}`;
