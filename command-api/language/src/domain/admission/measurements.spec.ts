import { describe, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import { specificationOf } from '../testing/specification.ts';
import { by, people, today } from '../testing/people.ts';
import { admitted, discharged } from './chart.testdata.ts';
import { correctMeasurement, recordMeasurements, removeMeasurement } from './decide-measurement.ts';
import type { AdmissionEvent, Measurement } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;
const birthdate = calendarDate('1960-02-29');
const measurement = (measurementId: string, differing: Partial<Measurement> = {}): Measurement => ({
  measurementId,
  kind: 'creatinine',
  value: 2.1,
  unit: 'mg/dL',
  takenOn: calendarDate('2026-03-02'),
  takenAt: '06:00',
  lastDoseOn: null,
  lastDoseAt: '',
  source: 'laboratory',
  note: '',
  ...differing,
});
const recorded = (...measurements: Measurement[]): AdmissionEvent => ({
  type: 'MeasurementsRecorded',
  data: { measurements },
});
const recording = (...measurements: Partial<Measurement>[]) => ({
  birthdate,
  measurements: measurements.map((one, place) => measurement(`m-${place}`, one)),
});
const level = { kind: 'vancomycin', unit: 'mg/L', value: 18.4, lastDoseOn: calendarDate('2026-03-01') };

describe('recording values', () => {
  test('is one event for a line, by clinical pharmacists and physicians, also after the discharge', () => {
    const panel = recording({}, { kind: 'potassium', value: 5.6, unit: 'mmol/L' });
    for (const actor of [pharmacist, physician])
      for (const chart of [[admitted], [admitted, discharged]])
        given(...chart)
          .when(recordMeasurements, by(actor, panel))
          .then(recorded(...panel.measurements));
    for (const actor of [teamAdmin, outsider])
      given(admitted).when(recordMeasurements, by(actor, panel)).thenRejected('forbidden', 'Not allowed');
  });
  test('is of today by default, and of a day before the admission for a baseline', () => {
    given(admitted)
      .when(
        recordMeasurements,
        by(pharmacist, { birthdate, measurements: [{ ...measurement('m-0'), takenOn: undefined }] }),
      )
      .then(recorded(measurement('m-0', { takenOn: today })));
    const baseline = recording({ takenOn: calendarDate('2025-11-01') });
    given(admitted)
      .when(recordMeasurements, by(pharmacist, baseline))
      .then(recorded(...baseline.measurements));
  });
  test('keeps the code of a unit that is written in another way', () =>
    given(admitted)
      .when(recordMeasurements, by(pharmacist, recording({ unit: 'µmol/l', value: 186 })))
      .then(recorded(measurement('m-0', { unit: 'umol/L', value: 186 }))));
  test('takes an implausible value, which is a question on the screen', () => {
    const slipped = recording({ value: 21 });
    given(admitted)
      .when(recordMeasurements, by(pharmacist, slipped))
      .then(recorded(...slipped.measurements));
  });
  test.each<[Partial<Measurement>, string, string]>([
    [{ takenOn: calendarDate('2026-03-11') }, 'takenOn', 'This value is of a day in the future'],
    [{ takenOn: calendarDate('1960-02-28') }, 'takenOn', 'This value is of a day before the patient was born'],
    [{ kind: 'mood' }, 'kind', 'This kind of value is not known'],
    [{ kind: 'toString' }, 'kind', 'This kind of value is not known'],
    [{ kind: 'inr', unit: 'mg/dL' }, 'unit', 'Use one of these units: {INR}'],
    [{ value: 0 }, 'value', 'This value is not possible in this unit'],
    [{ value: -1 }, 'value', 'This value is not possible in this unit'],
    [{ value: 1e9 }, 'value', 'This value is not possible in this unit'],
    [{ lastDoseOn: calendarDate('2026-03-01') }, 'lastDoseOn', 'Only a drug level has the time of a last dose'],
    [{ ...level, lastDoseOn: null, lastDoseAt: '21:00' }, 'lastDoseOn', 'Enter the day of the last dose'],
    [{ ...level, lastDoseOn: calendarDate('2026-03-03') }, 'lastDoseOn', 'The last dose is after the sample'],
    [
      { ...level, lastDoseOn: calendarDate('2026-03-02'), lastDoseAt: '06:01' },
      'lastDoseOn',
      'The last dose is after the sample',
    ],
  ])('refuses %o, and names its place in the line', (differing, field, sentence) =>
    given(admitted)
      .when(recordMeasurements, by(pharmacist, recording({}, differing)))
      .thenInvalid(`measurements.1.${field}`, sentence),
  );
  test('takes a level with its last dose, and one below what the laboratory can measure', () => {
    const levels = recording(level, { ...level, value: 0, lastDoseOn: null });
    given(admitted)
      .when(recordMeasurements, by(pharmacist, levels))
      .then(recorded(...levels.measurements));
  });
  test('stops at the most of a chart', () => {
    const full = recorded(...Array.from({ length: limits.measurementsPerAdmission }, (_, n) => measurement(`x-${n}`)));
    given(admitted, full)
      .when(recordMeasurements, by(pharmacist, recording({})))
      .thenRejected('conflict', 'At most 10000 values in a chart');
  });
});

describe('correcting and removing a value', () => {
  const chart = [admitted, recorded(measurement('m-1'), measurement('m-2'))] as const;
  const entity = { kind: 'measurement', id: 'm-1' } as const;
  const correction = { birthdate, measurementId: 'm-1', changes: { value: 1.2 } };
  const removal = { measurementId: 'm-1', reason: 'Of another patient' };

  test('changes the given fields and keeps the rest', () =>
    given(...chart)
      .when(correctMeasurement, by(physician, correction))
      .then({ type: 'MeasurementCorrected', data: { measurement: measurement('m-1', { value: 1.2 }) } }));
  test('to what it is already writes nothing', () =>
    given(...chart)
      .when(correctMeasurement, by(physician, { ...correction, changes: { value: 2.1, note: undefined } }))
      .thenNothing());
  test('keeps the rules of a new one', () =>
    given(...chart)
      .when(correctMeasurement, by(physician, { ...correction, changes: { unit: 'kg' } }))
      .thenInvalid('unit', 'Use one of these units: mg/dL, umol/L'));
  test('removes it with a reason', () =>
    given(...chart)
      .when(removeMeasurement, by(teammate, removal))
      .then({ type: 'MeasurementRemoved', data: removal }));
  test('conflicts with a change of the same value, and with no other', () => {
    const changed = (measurementId: string): AdmissionEvent => ({
      type: 'MeasurementCorrected',
      data: { measurement: measurement(measurementId, { value: 3 }) },
    });
    for (const decide of [
      () => given(...chart, changed('m-1')).when(correctMeasurement, by(physician, correction, { basedOn: 1n })),
      () => given(...chart, changed('m-1')).when(removeMeasurement, by(physician, removal, { basedOn: 1n })),
    ])
      decide().thenConflict({ entity, changedBy: 'another-user' });
    given(...chart, changed('m-2'))
      .when(removeMeasurement, by(physician, removal, { basedOn: 1n }))
      .then({ type: 'MeasurementRemoved', data: removal });
  });
  test('needs the value, and the right', () => {
    given(admitted).when(removeMeasurement, by(pharmacist, removal)).thenRejected('notFound', 'Not found');
    for (const actor of [teamAdmin, outsider]) {
      given(...chart)
        .when(correctMeasurement, by(actor, correction))
        .thenRejected('forbidden', 'Not allowed');
      given(...chart)
        .when(removeMeasurement, by(actor, removal))
        .thenRejected('forbidden', 'Not allowed');
    }
  });
});
