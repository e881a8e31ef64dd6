import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { foldOf, recorded } from '../testing/specification.ts';
import type { PatientEvent } from './events.ts';
import { patientIdsOf, survivorOf } from './merged-patients.ts';
import { evolve, initial, type Patient } from './state.ts';

const registered: PatientEvent = {
  type: 'PatientRegistered',
  data: {
    teamId: 'team-1',
    firstName: 'Mona',
    middleName: '',
    lastName: '',
    fourthName: '',
    birthdate: calendarDate('1990-02-28'),
    medicalRecordNumber: '',
  },
};
const absorbed = (patientId: string): PatientEvent => ({ type: 'PatientAbsorbed', data: { patientId } });
const merged = (into: string): PatientEvent => ({ type: 'PatientMerged', data: { into, reason: '' } });

const loading =
  (streams: Readonly<Record<string, readonly PatientEvent[]>>) =>
  async (id: string): Promise<Patient> =>
    foldOf({ initial, evolve }, recorded(streams[id] ?? []));

const load = loading({
  alone: [registered],
  stays: [registered, absorbed('duplicate'), absorbed('other')],
  duplicate: [registered, absorbed('first'), merged('stays')],
  first: [registered, merged('duplicate')],
  other: [registered, merged('stays')],
});

describe('the ids of a patient', () => {
  test('are its own and those of all merged patients, also over several merges', async () => {
    expect(await patientIdsOf(load, 'stays')).toEqual(['stays', 'duplicate', 'other', 'first']);
    expect(await patientIdsOf(load, 'duplicate')).toEqual(['duplicate', 'first']);
    expect(await patientIdsOf(load, 'alone')).toEqual(['alone']);
    expect(await patientIdsOf(load, 'unknown')).toEqual(['unknown']);
  });
});

describe('the patient who stays', () => {
  test('is at the end of all merges', async () => {
    expect(await survivorOf(load, 'first')).toBe('stays');
    expect(await survivorOf(load, 'stays')).toBe('stays');
    expect(await survivorOf(load, 'unknown')).toBe('unknown');
  });
  test('is found also while two merges into each other are not declined yet', async () => {
    const racing = loading({ one: [registered, merged('two')], two: [registered, merged('one')] });
    expect(await survivorOf(racing, 'one')).toBe('two');
  });
});
