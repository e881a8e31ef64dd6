/** The content of a message, in the words of the product: pure. A field that is empty says nothing; `""` deletes. */
import { limits, type Sex } from 'language/domain/values/codes';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { isVisible, SingleLine } from 'language/domain/values/fields';
import { plainRecordNumber } from 'language/domain/values/record-number';
import type { Location, Mapping } from './mapping.ts';
import { componentOf, DELETES, type Message, type Segment } from './message.ts';
import { Parked, Refused } from './reasons.ts';
import { type HospitalTime, hospitalTime } from './times.ts';

export const admissionTriggers = ['A01', 'A02', 'A03', 'A04', 'A08', 'A11', 'A12', 'A13', 'A40'] as const;
export type Trigger = (typeof admissionTriggers)[number];

export interface Head {
  readonly sender: string;
  readonly controlId: string;
  /** Such as `ADT^A01`. */
  readonly kind: string;
  readonly trigger: Trigger | 'R01';
  readonly sentAt: string;
}

/** @throws Refused */
export function readHead(message: Message | undefined): Head {
  const head = message?.segment('MSH');
  if (!head) throw new Refused('not-hl7');
  if (!/^2(?:\.\d+)*$/.test(head.text(12))) throw new Refused('version-not-supported');
  const [type, trigger] = [head.text(9, 1), head.text(9, 2)];
  const known = type === 'ADT' ? admissionTriggers.find((one) => one === trigger) : undefined;
  const found = known ?? (type === 'ORU' && trigger === 'R01' ? trigger : undefined);
  if (!found) throw new Refused('type-not-supported');
  const controlId = head.text(10);
  if (controlId === '') throw new Refused('control-id-missing');
  return {
    sender: `${head.text(3)}|${head.text(4)}`,
    controlId,
    kind: `${type}^${trigger}`,
    trigger: found,
    sentAt: head.text(7),
  };
}

/** Names and facts of the person that the message gives. */
export interface GivenFacts {
  readonly firstName?: string;
  readonly middleName?: string;
  readonly lastName?: string;
  readonly birthdate?: CalendarDate;
  readonly sex?: Sex | '';
}

/** The place and the consultant that the message gives. */
export interface GivenPlace {
  readonly room?: string;
  readonly bed?: string;
  readonly consultant?: string;
}

export interface AdmissionFacts {
  readonly trigger: Trigger;
  readonly recordNumber: string;
  /** The record number that is merged into `recordNumber`, of an A40. */
  readonly mergedNumber: string | undefined;
  readonly person: GivenFacts;
  /** Undefined where PV1-3 is empty. */
  readonly location: Location | undefined;
  readonly place: GivenPlace;
  readonly isInpatient: boolean;
  readonly admitted: HospitalTime | undefined;
  readonly discharged: HospitalTime | undefined;
  readonly dischargeCode: string;
  /** When it happened in the hospital, as far as the message says. */
  readonly happened: HospitalTime | undefined;
  /** When the hospital recorded it: orders the messages of a patient. */
  readonly recorded: HospitalTime | undefined;
}

/** @throws Refused · Parked */
export function readAdmission(message: Message, trigger: Trigger, mapping: Mapping, timeZone: string): AdmissionFacts {
  const [pid, pv1, evn, mrg] = ['PID', 'PV1', 'EVN', 'MRG'].map((name) => message.segment(name));
  if (!pid || (trigger === 'A40' && !mrg)) throw new Refused('segment-missing');
  const time = (text: string | undefined): HospitalTime | undefined => hospitalTime(text ?? '', timeZone);
  const visitClass = pv1?.text(2) ?? '';
  return {
    trigger,
    recordNumber: recordNumberIn(pid, 3, mapping),
    mergedNumber: mrg && trigger === 'A40' ? mergedNumberIn(mrg, mapping) : undefined,
    person: personIn(pid, timeZone),
    location: locationIn(pv1),
    place: placeIn(pv1),
    isInpatient:
      visitClass === '' ? trigger !== 'A04' && trigger !== 'A08' : mapping.inpatientClasses.includes(visitClass),
    admitted: time(pv1?.text(44)),
    discharged: time(pv1?.text(45)),
    dischargeCode: pv1?.text(36) ?? '',
    happened: time(evn?.text(6)) ?? time(evn?.text(2)) ?? time(message.segment('MSH')?.text(7)),
    recorded: time(evn?.text(2)) ?? time(message.segment('MSH')?.text(7)),
  };
}

/** @throws Parked */
export function recordNumberIn(segment: Segment, field: number, { recordNumber }: Mapping): string {
  const ids = segment.repetitions(field).flatMap((repetition) => {
    const number = plainRecordNumber(componentOf(repetition, 1));
    const [authority, type] = [componentOf(repetition, 4), componentOf(repetition, 5)];
    return number === '' || number === DELETES ? [] : [{ number, authority, type }];
  });
  const ofAuthority = ids.filter(
    ({ authority }) => recordNumber.authority === undefined || authority === recordNumber.authority,
  );
  const typed = ofAuthority.filter(({ type }) => type === recordNumber.type);
  // A sender with one identifier need not name its type.
  const fitting = typed.length > 0 ? typed : ofAuthority.filter(({ type }) => type === '' || ids.length === 1);
  const numbers = [...new Set(fitting.map(({ number }) => number))];
  const [number] = numbers;
  if (number === undefined || number.length > limits.recordNumber) throw new Parked('record-number-missing');
  if (numbers.length > 1) throw new Parked('record-number-unclear');
  return number;
}

function mergedNumberIn(mrg: Segment, mapping: Mapping): string {
  try {
    return recordNumberIn(mrg, 1, mapping);
  } catch {
    throw new Parked('merge-unclear');
  }
}

function personIn(pid: Segment, timeZone: string): GivenFacts {
  const names = pid.repetitions(5);
  const legal = names.find((one) => componentOf(one, 7) === 'L') ?? names[0];
  const [family, given, middle] = [1, 2, 3].map((component) => componentOf(legal, component));
  // A sender with one field for the whole name: it is the first name, which the product requires.
  const isWhole = lineOf(given ?? '', limits.name) === undefined || given === DELETES;
  const birthdate = hospitalTime(pid.text(7), timeZone)?.day;
  const sex = { F: 'female', M: 'male', [DELETES]: '' }[pid.text(8)] as Sex | '' | undefined;
  return {
    ...line('firstName', isWhole ? family : given, limits.name, 'required'),
    ...line('middleName', middle, limits.name),
    ...(isWhole ? {} : line('lastName', family, limits.name)),
    ...(birthdate === undefined ? {} : { birthdate }),
    ...(sex === undefined ? {} : { sex }),
  };
}

export function locationIn(pv1: Segment | undefined): Location | undefined {
  const pointOfCare = pv1?.text(3, 1) ?? '';
  if (!pv1 || pointOfCare === '' || pointOfCare === DELETES) return undefined;
  return { pointOfCare, room: pv1.text(3, 2), facility: pv1.text(3, 4) };
}

function placeIn(pv1: Segment | undefined): GivenPlace {
  const [doctor] = pv1?.repetitions(7) ?? [];
  const name = [3, 2].map((component) => componentOf(doctor, component)).filter((part) => part !== '');
  return {
    ...line('room', pv1?.text(3, 2), limits.place),
    ...line('bed', pv1?.text(3, 3), limits.place),
    ...line('consultant', componentOf(doctor, 1) === DELETES ? DELETES : name.join(' '), limits.name),
  };
}

/** The field, where the message gives it: one line of the length that people may type. */
function line<Name extends string>(
  name: Name,
  given: string | undefined,
  most: number,
  required?: 'required',
): { readonly [Given in Name]?: string } {
  if (given === undefined || given === '') return {};
  const text = given === DELETES ? '' : lineOf(given, most);
  const isGiven = text !== undefined && !(required && text === '');
  return isGiven ? ({ [name]: text } as { readonly [Given in Name]: string }) : {};
}

/** @returns undefined for a text without a visible character */
function lineOf(text: string, most: number): string | undefined {
  const one = SingleLine(Number.MAX_SAFE_INTEGER).safeParse(text.replaceAll(/\s+/g, ' '));
  const cut = one.success ? one.data.slice(0, most).trim() : '';
  return isVisible(cut) ? cut : undefined;
}
