import { expect, test } from 'vitest';
import { laboratoryCodes } from 'language/domain/measurements/loinc';
import { mappingOf } from './mapping.ts';
import { type Message, parseMessage } from './message.ts';
import { readAdmission, readHead, type Trigger } from './read-message.ts';
import { readResults } from './read-results.ts';

const mapping = mappingOf({
  teams: [{ pointOfCare: 'ICU', team: 't1' }],
  results: {
    CREA: { kind: 'creatinine', unit: 'umol/L' },
    ESR: null,
    BUN: { kind: 'urea', units: { 'mg/dL': 'mg{N}/dL' } },
  },
  units: { 'µmol per l': 'umol/L' },
});
const ZONE = 'Africa/Cairo';
const parsed = (...lines: string[]): Message => {
  const message = parseMessage(lines.join('\r'));
  if (!message) throw new Error('no message');
  return message;
};
const head = (type: string, version = '2.5', id = '42') =>
  `MSH|^~\\&|HIS|MAIN|P|H|20250302101500||${type}|${id}|P|${version}`;
const admission = (pid: string, pv1: string, trigger: Trigger = 'A01', ...more: string[]) =>
  readAdmission(parsed(head(`ADT^${trigger}`), `PID|${pid}`, `PV1|${pv1}`, ...more), trigger, mapping, ZONE);
const PID = '1||11^^^H^MR||Hassan^Mona^Ali||19600229|F';

test.each([
  [head('ADT^A05'), 'type-not-supported'],
  [head('ORM^O01'), 'type-not-supported'],
  [head('ADT^A01', '3.0'), 'version-not-supported'],
  [head('ADT^A01', '2.5', ''), 'control-id-missing'],
])('%s is refused', (line, reason) =>
  expect(() => readHead(parsed(line))).toThrow(expect.objectContaining({ reason })),
);

test('a person, a place and days', () =>
  expect(admission(PID, '1|I|ICU^12^A||||77^Nabil^Omar|||||||||||||||||||||||||||||||||||||20250301')).toMatchObject({
    recordNumber: '11',
    person: { firstName: 'Mona', middleName: 'Ali', lastName: 'Hassan', birthdate: '1960-02-29', sex: 'female' },
    location: { pointOfCare: 'ICU', room: '12' },
    place: { room: '12', bed: 'A', consultant: 'Omar Nabil' },
    isInpatient: true,
    admitted: { day: '2025-03-01' },
  }));

test('an empty field says nothing, and two quotation marks delete', () => {
  expect(admission('1||11||Hassan^Mona', '1|I|ICU')).toMatchObject({
    person: { firstName: 'Mona', lastName: 'Hassan' },
    place: {},
  });
  const { person, place } = admission('1||11||Hassan^Mona^""||""|""', '1|I|ICU^""^""||||""');
  expect(person).toEqual({ firstName: 'Mona', middleName: '', lastName: 'Hassan', sex: '' });
  expect(place).toEqual({ room: '', bed: '', consultant: '' });
});

test('a whole name in one field is the first name', () =>
  expect(admission('1||11||منى علي حسن', '1|I|ICU').person).toEqual({ firstName: 'منى علي حسن' }));

test.each([
  ['11', '11'],
  ['9^^^X^NI~11^^^H^MR', '11'],
  ['١١^^^H^MR~11^^^H^MR', '11'],
])('the record number in %s is %s', (ids, number) =>
  expect(admission(`1||${ids}||Hassan^Mona`, '1|I|ICU').recordNumber).toBe(number),
);
test.each([
  ['', 'record-number-missing'],
  ['9^^^X^NI~8^^^X^PPN', 'record-number-missing'],
  ['11^^^H^MR~12^^^G^MR', 'record-number-unclear'],
])('the record number in %j is parked: %s', (ids, reason) =>
  expect(() => admission(`1||${ids}||Hassan^Mona`, '1|I|ICU')).toThrow(expect.objectContaining({ reason })),
);

test('an update without a class is no reason to admit', () => {
  expect(admission(PID, '1||ICU', 'A08').isInpatient).toBe(false);
  expect(admission(PID, '1|O|ICU', 'A08').isInpatient).toBe(false);
  expect(admission(PID, '1|I|ICU', 'A08').isInpatient).toBe(true);
});

test('a merge names two numbers', () => {
  expect(admission(PID, '', 'A40', 'MRG|22^^^H^MR').mergedNumber).toBe('22');
  expect(() => admission(PID, '', 'A40', 'MRG|')).toThrow(expect.objectContaining({ reason: 'merge-unclear' }));
  expect(() => admission(PID, '', 'A40')).toThrow(expect.objectContaining({ reason: 'segment-missing' }));
});

const obx = (code: string, value: string, unit: string, status = 'F', type = 'NM') =>
  `OBX|1|${type}|${code}||${value}|${unit}|||||${status}|||202503020930`;
const results = (...lines: string[]) =>
  readResults(parsed(head('ORU^R01'), 'PID|1||11', 'OBR|1|p1|f1|LAB|||202503020900', ...lines), mapping, ZONE);

test.each([
  [obx('2160-0^Creatinine^LN', '1.2', 'mg/dL'), 'creatinine', 1.2, 'mg/dL'],
  [obx('X^Creat^L^2160-0^Creatinine^LN', '106', 'umol/L'), 'creatinine', 106, 'umol/L'],
  [obx('CREA', '106', ''), 'creatinine', 106, 'umol/L'],
  [obx('CREA', '106', 'µmol per l'), 'creatinine', 106, 'umol/L'],
  [obx('BUN', '20', 'mg/dL'), 'urea', 20, 'mg{N}/dL'],
  [obx('3094-0', '20', 'mg/dL'), 'urea', 20, 'mg{N}/dL'],
  [obx('22664-7', '7', 'mmol/L'), 'urea', 7, 'mmol/L'],
  [obx('2823-3', '^4.1', 'mmol/L', 'F', 'SN'), 'potassium', 4.1, 'mmol/L'],
])('%s is %s %d %s', (line, kind, value, unit) => {
  const found = results(line);
  expect(found.unclear).toEqual([]);
  expect(found.results).toMatchObject([{ kind, value, unit, takenOn: '2025-03-02', takenAt: '09:30' }]);
});

test.each([
  [obx('999-9', '1', 'mg/dL'), 'result-unknown'],
  [obx('2160-0', '1', 'furlong'), 'unit-unknown'],
  [obx('2160-0', '1', ''), 'unit-unknown'],
  [obx('2160-0', 'haemolysed', 'mg/dL', 'F', 'ST'), 'not-a-number'],
  [obx('2160-0', '>^15', 'mg/dL', 'F', 'SN'), 'not-a-number'],
  [obx('2160-0', '1,2', 'mg/dL'), 'not-a-number'],
  [obx('2160-0', '1~2', 'mg/dL'), 'not-a-number'],
])('%s is parked: %s', (line, reason) => {
  const found = results(line);
  expect([found.results, found.unclear.map((one) => one.reason)]).toEqual([[], [reason]]);
});

test('what is preliminary, empty or not charted is passed over', () =>
  expect(results(obx('2160-0', '1', 'mg/dL', 'P'), obx('2160-0', '', 'mg/dL'), obx('ESR', '20', 'mm/h'))).toMatchObject(
    {
      results: [],
      unclear: [],
    },
  ));

test('a value without the time of its sample is not dated by the message', () => {
  const message = parsed(head('ORU^R01'), 'PID|1||11', 'OBX|1|NM|2160-0||1|mg/dL|||||F');
  expect(readResults(message, mapping, ZONE).unclear).toMatchObject([{ reason: 'time-missing' }]);
});

test('no code means two kinds', () => expect(new Set(laboratoryCodes.keys()).size).toBe([...laboratoryCodes].length));
