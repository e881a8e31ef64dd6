/** Measured values of a stay (docs/product.md, "Measurements"). */
import type { MeasurementSource } from '../domain/values/codes.ts';
import type { Versioned } from './entities.ts';

export interface Measurement extends Versioned {
  _id: string;
  /** The stay in which it was recorded. */
  admission: string;
  /** Of `domain/measurements/kinds.ts`. */
  kind: string;
  /** As it was entered. */
  value: number;
  /** UCUM, as it was entered. */
  unit: string;
  /** In the canonical unit of the kind. */
  canonical: number;
  /** The day, YYYY-MM-DD, and the time, HH:MM; the time is empty where only the day is known. */
  takenOn: string;
  takenAt: string;
  /** The dose before the sample of a drug level. */
  lastDoseOn: string | null;
  lastDoseAt: string;
  source: MeasurementSource;
  note: string;
  /** The person who recorded it, and when, ISO 8601 UTC. */
  userId: string;
  userName: string;
  createdAt: string;
}
/** `GET /api/admissions/{id}/measurements` */
export interface Measurements {
  /**
   * Of this stay and of the patient's earlier stays that the caller may read, ascending by day and time, at most 2,000: the
   * newest.
   */
  measurements: Measurement[];
  /** How many older ones are not in the answer. */
  leftOut: number;
}
/** The measurements that a command has recorded. */
export interface RecordedMeasurements extends Versioned {
  /** The id of the admission. */
  _id: string;
  measurements: Measurement[];
}

/** The newest value of a kind in a stay. */
export interface NewestValue extends Pick<
  Measurement,
  'kind' | 'value' | 'unit' | 'canonical' | 'takenOn' | 'takenAt'
> {
  /** The canonical value before it in this stay, for the direction; null where it is the first. */
  previous: number | null;
}
/** `GET /api/ward/{teamId}/values`: of the team's open admissions, the kinds of the header. */
export interface NewestValues {
  team: string;
  /** Those that have a value. */
  admissions: { admission: string; values: NewestValue[] }[];
}
