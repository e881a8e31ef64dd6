/**
 * The commands of an admission's measurements, by clinical pharmacists and physicians (docs/product.md, "Measurements").
 * The order of checks is that of `decide.ts`. An implausible value is a question on the screen, not a refusal.
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import { type Actor, type Command, refuseIfChanged, Rejection } from '../command.ts';
import { isSame, pick, presentFields } from '../values/record-fields.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import type { AdmissionEvent, Measurement } from './events.ts';
import { measurementFields } from './fields.ts';
import { admitted, measurementOf } from './lookup.ts';
import { isDrugLevel, isMeasurementKind } from './measured-values.ts';
import { measurementKinds } from '../measurements/kinds.ts';
import { toCanonical } from '../measurements/units.ts';
import type { Admission } from './state.ts';

/** The patient's, which the admission's stream cannot see. */
interface OfPerson {
  readonly birthdate: CalendarDate | undefined;
}
/** The default of `takenOn` is today. */
export interface RecordMeasurements extends OfPerson {
  readonly measurements: readonly (Omit<Measurement, 'takenOn'> & { readonly takenOn?: CalendarDate | undefined })[];
}
/** Absent fields stay unchanged. */
export interface CorrectMeasurement extends OfPerson {
  readonly measurementId: string;
  readonly changes: { readonly [Field in keyof Omit<Measurement, 'measurementId'>]?: Measurement[Field] | undefined };
}
export interface RemoveMeasurement {
  readonly measurementId: string;
  readonly reason: string;
}

export function recordMeasurements(admission: Admission, command: Command<RecordMeasurements>): AdmissionEvent[] {
  const { measurements: recorded } = admitted(admission);
  refuseUnlessMeasuring(command.actor);
  const ids = new Set(command.measurements.map(({ measurementId }) => measurementId));
  if (recorded.some(({ measurementId }) => ids.has(measurementId))) return [];
  if (recorded.length + command.measurements.length > limits.measurementsPerAdmission)
    throw new Rejection(refusal('too-many-measurements', { limit: limits.measurementsPerAdmission }));
  const measurements = command.measurements.map((one, place) =>
    possible({ ...one, takenOn: one.takenOn ?? command.today }, command, `measurements.${place}.`),
  );
  return [{ type: 'MeasurementsRecorded', data: { measurements } }];
}

export function correctMeasurement(admission: Admission, command: Command<CorrectMeasurement>): AdmissionEvent[] {
  const { measurementId, changes } = command;
  admitted(admission);
  refuseUnlessMeasuring(command.actor);
  const { touch, ...current } = measurementOf(admission, measurementId);
  const wanted = { measurementId, ...pick(measurementFields, { ...current, ...presentFields(changes) }) };
  if (isSame(measurementFields, current, wanted)) return [];
  const measurement = possible(wanted, command, '');
  refuseIfChanged(command, { kind: 'measurement', id: measurementId }, touch);
  return [{ type: 'MeasurementCorrected', data: { measurement } }];
}

export function removeMeasurement(admission: Admission, command: Command<RemoveMeasurement>): AdmissionEvent[] {
  const { measurementId, reason } = command;
  admitted(admission);
  refuseUnlessMeasuring(command.actor);
  const { touch } = measurementOf(admission, measurementId);
  refuseIfChanged(command, { kind: 'measurement', id: measurementId }, touch);
  return [{ type: 'MeasurementRemoved', data: { measurementId, reason } }];
}

/** Beyond this many times the widest plausible value it is no measurement of the kind. */
const TIMES_PLAUSIBLE_MAX = 100;

const refuseUnlessMeasuring = ({ canEdit, isPhysic }: Actor): void => refuseUnless(canEdit || isPhysic);

/**
 * The measurement with the code of its unit.
 * @param prefix of the fields' names in the body
 */
function possible(measurement: Measurement, { birthdate, today }: Command<OfPerson>, prefix: string): Measurement {
  const unit = unitOfPossibleValue(measurement, prefix);
  const { kind, takenOn, takenAt, lastDoseOn, lastDoseAt } = measurement;
  if (takenOn > today) throw invalidField(`${prefix}takenOn`, refusal('measurement-in-future'));
  if (birthdate !== undefined && takenOn < birthdate)
    throw invalidField(`${prefix}takenOn`, refusal('measurement-before-birth'));
  if (lastDoseOn !== null || lastDoseAt !== '') {
    if (!isDrugLevel(kind)) throw invalidField(`${prefix}lastDoseOn`, refusal('last-dose-without-level'));
    if (lastDoseOn === null) throw invalidField(`${prefix}lastDoseOn`, refusal('last-dose-day-required'));
    const isSameDay = lastDoseOn === takenOn && takenAt !== '' && lastDoseAt !== '';
    if (lastDoseOn > takenOn || (isSameDay && lastDoseAt > takenAt))
      throw invalidField(`${prefix}lastDoseOn`, refusal('last-dose-after-sample'));
  }
  return { ...measurement, unit };
}

/**
 * The code of the unit in which the value was written. An implausible value passes: that is a question on the screen.
 * @param prefix of the fields' names in the body
 * @throws Rejection `invalid`
 */
function unitOfPossibleValue(
  { kind, value, unit }: { kind: string; value: number; unit: string },
  prefix: string,
): string {
  if (!isMeasurementKind(kind)) throw invalidField(`${prefix}kind`, refusal('unknown-measurement-kind'));
  const { units, plausible } = measurementKinds[kind];
  const [low, high] = plausible;
  const found = toCanonical(kind, value, unit);
  if (found === undefined)
    throw invalidField(`${prefix}unit`, refusal('unit-of-another-kind', { units: units.join(', ') }));
  const isPossible = found.canonical > 0 || (low === 0 && found.canonical === 0);
  if (!isPossible || found.canonical > high * TIMES_PLAUSIBLE_MAX)
    throw invalidField(`${prefix}value`, refusal('value-out-of-bounds'));
  return found.unit;
}
