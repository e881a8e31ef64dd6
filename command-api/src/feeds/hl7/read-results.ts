/** The results of an ORU^R01 as measurements: pure. */
import type { ParkedReason } from 'language/domain/values/feed-codes';
import type { MeasurementKind } from 'language/domain/measurements/kinds';
import { toCanonical } from 'language/domain/measurements/units';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { type Location, type Mapping, resultAt } from './mapping.ts';
import type { Message, Segment } from './message.ts';
import { Refused } from './reasons.ts';
import { locationIn, recordNumberIn } from './read-message.ts';
import { type HospitalTime, hospitalTime } from './times.ts';

export interface Result {
  /** The same for the same value of the same sample, in any message. */
  readonly identity: string;
  readonly kind: MeasurementKind;
  readonly value: number;
  readonly unit: string;
  readonly takenOn: CalendarDate;
  readonly takenAt: string;
  /** The laboratory takes it back. */
  readonly isWithdrawn: boolean;
}

export interface ResultFacts {
  readonly recordNumber: string;
  readonly location: Location | undefined;
  readonly isInpatient: boolean;
  readonly results: readonly Result[];
  /** The results that nothing could be made of: the first one says why the message is parked. */
  readonly unclear: readonly { readonly reason: ParkedReason; readonly about: string }[];
  readonly recorded: HospitalTime | undefined;
}

/** OBX-11 of a value that counts: final, corrected, or not said. Of one that is taken back: deleted, wrong. */
const FINAL = ['F', 'C', 'U', ''];
const WITHDRAWN = ['D', 'W'];

/** @throws Refused · Parked */
export function readResults(message: Message, mapping: Mapping, timeZone: string): ResultFacts {
  const [pid, pv1] = [message.segment('PID'), message.segment('PV1')];
  if (!pid || !message.segment('OBX')) throw new Refused('segment-missing');
  const results: Result[] = [];
  const unclear: { reason: ParkedReason; about: string }[] = [];
  let order: Segment | undefined;
  for (const segment of message.segments) {
    if (segment.name === 'OBR') order = segment;
    if (segment.name !== 'OBX') continue;
    const read = readOne(segment, order, mapping, timeZone);
    if (read && 'reason' in read) unclear.push(read);
    else if (read) results.push(read);
  }
  const visitClass = pv1?.text(2) ?? '';
  return {
    recordNumber: recordNumberIn(pid, 3, mapping),
    location: locationIn(pv1),
    isInpatient: visitClass === '' || mapping.inpatientClasses.includes(visitClass),
    results,
    unclear,
    recorded: hospitalTime(message.segment('MSH')?.text(7) ?? '', timeZone),
  };
}

/** @returns undefined for what is not charted: a preliminary value, an empty one, a result that the mapping leaves out */
function readOne(
  obx: Segment,
  order: Segment | undefined,
  mapping: Mapping,
  timeZone: string,
): Result | { readonly reason: ParkedReason; readonly about: string } | undefined {
  const status = obx.text(11);
  const isWithdrawn = WITHDRAWN.includes(status);
  if (!isWithdrawn && !FINAL.includes(status)) return undefined;
  const codes = [obx.text(3, 1), obx.text(3, 4)].filter((code) => code !== '');
  const found = resultAt(mapping, codes);
  if (found === null) return undefined;
  const about = codes.join(' ');
  if (!found) return mapping.otherResults === 'ignore' ? undefined : { reason: 'result-unknown', about };
  const { kind, unit: usual = '', units = {} } = found;
  const taken = [obx.text(14), order?.text(7)].map((text) => hospitalTime(text ?? '', timeZone));
  const time = taken.find((one) => one !== undefined);
  if (!time) return { reason: 'time-missing', about };
  const identity = [order?.text(3) || order?.text(2) || '', codes[0], obx.text(4), time.day, time.time].join('|');
  const facts = { identity, kind, takenOn: time.day, takenAt: time.time, isWithdrawn };
  if (isWithdrawn) return { ...facts, value: 0, unit: '' };
  const value = numberIn(obx);
  if (value === null) return undefined;
  if (value === undefined) return { reason: 'not-a-number', about };
  const written = [obx.text(6, 1), obx.text(6, 2)].filter((text) => text !== '');
  const names = written.length === 0 ? [usual] : written.map((name) => units[name] ?? mapping.units[name] ?? name);
  const unit = names.find((name) => toCanonical(kind, value, name) !== undefined);
  if (unit === undefined) return { reason: 'unit-unknown', about: `${about} ${written.join(' ')}` };
  return { ...facts, value, unit };
}

/** @returns null for no value; undefined for one that is not a number, such as `>100` */
function numberIn(obx: Segment): number | null | undefined {
  const isStructured = obx.text(2) === 'SN';
  if (isStructured && (!['', '='].includes(obx.text(5, 1)) || obx.text(5, 3) !== '')) return undefined;
  const text = obx.text(5, isStructured ? 2 : 1);
  if (text === '' || text === '""') return null;
  return /^[+-]?\d{1,9}(?:\.\d{1,9})?$/.test(text) && obx.repetitions(5).length === 1 ? Number(text) : undefined;
}
