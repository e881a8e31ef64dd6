import { describe, expect, test } from 'vitest';
import { defaultPriorityTable } from 'language/domain/priority/table';
import { addDays, calendarDate } from 'language/domain/values/calendar-date';
import { type ChartMedication, emptyChart, type WardCatalogue, type WardChart, wardFactsOf } from './priority-facts.ts';

const today = calendarDate('2026-03-10');
const ago = (days: number) => addDays(today, -days);
const catalogue: WardCatalogue = {
  tradeNames: new Map([['mero.0', 'Meronem']]),
  tagIds: new Map([
    ['antibiotic', 't1'],
    ['high alert', 't2'],
    ['risky', 't2'],
  ]),
  drugs: new Map([
    ['mero', { tags: ['t1'], level: undefined, hasOralForm: false }],
    ['levo', { tags: ['t1'], level: undefined, hasOralForm: true }],
    ['vanco', { tags: ['t1', 't3'], level: 'vancomycin', hasOralForm: false }],
    ['heparin', { tags: ['t2'], level: undefined, hasOralForm: false }],
  ]),
};
const given = (root: string, over: Partial<ChartMedication> = {}): ChartMedication => ({
  _id: root,
  drug: `${root}.0`,
  root,
  label: root,
  startDate: ago(4),
  stopDate: null,
  hold: null,
  writtenRoute: 'IV',
  route: 'iv',
  indication: '',
  culture: '',
  ...over,
});
const read = (chart: Partial<WardChart>, over: { allergies?: { drug: string; tag: string }[]; now?: string } = {}) =>
  wardFactsOf(
    {
      row: { admissionDate: ago(6), plannedDischarge: '' },
      chart: { ...emptyChart, ...chart },
      allergies: over.allergies ?? [],
    },
    catalogue,
    defaultPriorityTable,
    { today, now: `${today} ${over.now ?? '12:00'}` },
  );
const withMedications = (...medications: ChartMedication[]) => read({ medications });

test('counts medicines that are started, not stopped and not held, under the names of today', () => {
  const { facts } = withMedications(
    given('mero'),
    given('levo', { startDate: addDays(today, 1) }),
    given('vanco', { stopDate: today }),
    given('heparin', { hold: { from: ago(1), until: null, reason: '' } }),
  );
  expect(facts).toMatchObject({ medicines: 1, highAlertDrugs: [], unsettledAntibiotics: ['Meronem'] });
});

test('knows pending errors, overdue follow-ups, the newest review and the transfer', () => {
  const { facts } = read({
    pending: [
      { severity: 'C', followUp: ago(1) },
      { severity: 'F', followUp: today },
      { severity: null, followUp: null },
    ],
    reviewDays: [ago(2), ago(5)],
    receivedOn: ago(1),
  });
  expect(facts).toMatchObject({
    pending: 3,
    worstPending: 'F',
    overdue: 1,
    daysSinceReview: 2,
    dayOfStay: 7,
    daysSinceTransfer: 1,
  });
});

test.each([
  ['without a value', [], null],
  ['with one value', [[1, 0.9]], null],
  [
    'that is steady',
    [
      [2, 0.9],
      [1, 1],
    ],
    0,
  ],
  [
    'that doubles',
    [
      [2, 0.9],
      [1, 1.9],
    ],
    2,
  ],
  [
    'that is older than a week',
    [
      [9, 0.9],
      [8, 1.9],
    ],
    null,
  ],
] as const)('the stage of a creatinine %s', (_, values, stage) =>
  expect(
    read({ readings: values.map(([days, value]) => ({ kind: 'creatinine', value, day: ago(days), at: '' })) }).facts
      .akiStage,
  ).toBe(stage),
);

test('an allergy conflicts by its drug and by its class, not by a text', () => {
  const chart = { medications: [given('vanco'), given('levo')] };
  const conflicts = (drug: string, tag: string) => read(chart, { allergies: [{ drug, tag }] }).facts.allergyConflicts;
  expect([conflicts('vanco', ''), conflicts('', 't1'), conflicts('', '')]).toEqual([['vanco'], ['vanco', 'levo'], []]);
});

test('a former name of a tag counts', () =>
  expect(
    wardFactsOf(
      {
        row: { admissionDate: today, plannedDischarge: '' },
        chart: { ...emptyChart, medications: [given('heparin')] },
        allergies: [],
      },
      catalogue,
      { ...defaultPriorityTable, highAlertTags: ['Risky'] },
      { today, now: `${today} 12:00` },
    ).facts.highAlertDrugs,
  ).toEqual(['heparin']));

describe('a level', () => {
  const level = (days: number) => [{ kind: 'vancomycin', value: 15, day: ago(days), at: '' }];
  test.each([
    ['of a course that has just begun', given('vanco', { startDate: ago(2) }), [], false],
    ['that was never measured', given('vanco'), [], true],
    ['that was measured lately', given('vanco'), level(2), false],
    ['that was measured long ago', given('vanco'), level(3), true],
    ['of a medicine that is swallowed', given('vanco', { route: 'po' }), [], false],
  ])('%s', (_, medication, readings, isDue) =>
    expect(read({ medications: [medication], readings }).facts.levelsDue).toEqual(isDue ? ['vanco'] : []),
  );
});

describe('an antimicrobial', () => {
  const first = (chart: Partial<WardChart>, now?: string) => read(chart, now ? { now } : {}).antimicrobials[0];
  const onDay = (day: number) => given('levo', { startDate: ago(day - 1) });
  test('is unsettled from day 3 on, until it has an indication and a culture', () => {
    const unsettled = (one: ChartMedication) => withMedications(one).facts.unsettledAntibiotics.length;
    expect(
      [
        onDay(2),
        onDay(3),
        { ...onDay(3), indication: 'UTI' },
        { ...onDay(3), indication: 'UTI', culture: 'E. coli' },
      ].map(unsettled),
    ).toEqual([0, 1, 1, 0]);
  });
  test('is to be reviewed on days 3 and 4, until an entry of today is about it', () => {
    expect([2, 3, 4, 5].map((day) => first({ medications: [onDay(day)] })?.reviewDue)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const reviewed = (day: string, root: string) =>
      first({ medications: [onDay(3)], reviewed: [{ day, root }] })?.reviewDue;
    expect([reviewed(today, 'levo'), reviewed(addDays(today, 1), 'levo'), reviewed(today, 'mero')]).toEqual([
      false,
      true,
      true,
    ]);
  });
  const byMouth = given('x', { route: 'ng' });
  const temperature = (value: number, days: number, at: string) =>
    ({ kind: 'temperature', value, day: ago(days), at }) as const;
  test('can be changed to the mouth from day 2 on, with a form to swallow and beside a medicine by mouth', () => {
    const can = (...medications: ChartMedication[]) =>
      first({ medications, readings: [temperature(37, 0, '')] })?.ivToOral;
    expect(can(onDay(1), byMouth)).toBe(false);
    expect(can(onDay(2), byMouth)).toBe(true);
    expect(can(onDay(2))).toBe(false);
    expect(can({ ...onDay(2), route: 'po' }, byMouth)).toBe(false);
    expect(can(given('mero'), byMouth)).toBe(false);
  });
  test('stays in the vein with a fever of the last 24 hours, and where no temperature is known', () => {
    const can = (...readings: ReturnType<typeof temperature>[]) =>
      first({ medications: [onDay(2), byMouth], readings }, '12:00')?.ivToOral;
    const now = temperature(37.9, 0, '06:00');
    expect([can(now), can(), can(temperature(37, 2, ''))]).toEqual([true, false, false]);
    const fevers = [temperature(38, 0, '06:00'), temperature(38, 1, '12:30'), temperature(38, 1, '')];
    expect(fevers.map((fever) => can(now, fever))).toEqual([false, false, false]);
    expect(can(now, temperature(38, 1, '11:30'))).toBe(true);
  });
});
