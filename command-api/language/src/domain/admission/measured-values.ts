/** The kinds of measurements as charts have them. */
import { type MeasurementKind, measurementKinds } from '../measurements/kinds.ts';
import { toCanonical } from '../measurements/units.ts';

export const isMeasurementKind = (kind: string): kind is MeasurementKind => Object.hasOwn(measurementKinds, kind);

/** The value in the canonical unit of its kind. What an older version recorded and this one does not know stays as it is. */
export const canonicalOf = ({ kind, value, unit }: { kind: string; value: number; unit: string }): number =>
  (isMeasurementKind(kind) ? toCanonical(kind, value, unit)?.canonical : undefined) ?? value;

export const isDrugLevel = (kind: string): boolean => isMeasurementKind(kind) && 'isLevel' in measurementKinds[kind];
