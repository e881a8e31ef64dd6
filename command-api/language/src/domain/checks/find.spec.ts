import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../values/calendar-date.ts';
import type { AllergyFact, ChartFacts, OrderFact } from './chart-facts.ts';
import { allergy, chart, classAllergy, doses, order, roots, today } from './chart.testdata.ts';
import { openFindings, type Decision } from './decisions.ts';
import { findFindings } from './find.ts';
import type { Statement } from './statement.ts';
import {
  aminopenicillins,
  enoxaparin,
  limit,
  meropenem,
  root,
  sameDrugTwice,
  statements,
  tag,
} from './statements.testdata.ts';

/** Each finding as its statement with the drugs of its orders. */
const found = (facts: ChartFacts, of: readonly Statement[] = statements) =>
  findFindings(facts, of).findings.map(({ statement, orders }) =>
    [statement._id, ...orders.map(({ label }) => label)].join(' '),
  );
const notChecked = (facts: ChartFacts, of: readonly Statement[] = statements) =>
  findFindings(facts, of).notChecked.map((one) =>
    [one.check, one.unknown, one.order?.label ?? one.allergy?.label ?? ''].join(' ').trim(),
  );
const only = <Item>(items: readonly Item[]): Item => {
  expect(items).toHaveLength(1);
  return items[0]!;
};
const findingOf = (facts: ChartFacts, of: readonly Statement[] = statements) => only(findFindings(facts, of).findings);

describe('an allergy', () => {
  const foundIn = (allergies: readonly AllergyFact[], ...orders: OrderFact[]) => found(chart(orders, { allergies }));
  const amoxicillin = allergy('amoxicillin');
  test.each<[string, AllergyFact, OrderFact, string[]]>([
    ['the drug itself, once', amoxicillin, order('amoxicillin'), ['same-allergy amoxicillin']],
    ['the drug by another route', amoxicillin, order('amoxicillin', { route: 'po' }), ['same-allergy amoxicillin']],
    ['another drug of its class', amoxicillin, order('ampicillin'), ['aminopenicillins ampicillin']],
    ['a cross-reacting class', amoxicillin, order('cefalexin'), ['aminopenicillins cefalexin']],
    ['a class that does not cross-react', amoxicillin, order('ceftriaxone'), []],
    ['the other direction, which no statement has', allergy('cefalexin'), order('amoxicillin'), []],
    ['a stopped order', amoxicillin, order('amoxicillin', { isActive: false }), []],
    ['a drug of the class', classAllergy('aminopenicillin'), order('ampicillin'), ['same-allergy ampicillin']],
    ['a class crossing', classAllergy('aminopenicillin'), order('cefalexin'), ['aminopenicillins cefalexin']],
    ['a drug with another tag only', classAllergy('nsaid'), order('amoxicillin'), []],
  ])('%s', (_, recorded, ordered, expected) => expect(foundIn([recorded], ordered)).toEqual(expected));
  test('two allergies of a class are one finding on the cross-class order', () =>
    expect(foundIn([amoxicillin, allergy('ampicillin')], order('cefalexin'))).toEqual(['aminopenicillins cefalexin']));
  test('a statement on a class finds the drug itself where no statement on all drugs is in the catalogue', () =>
    expect(found(chart([order('amoxicillin')], { allergies: [amoxicillin] }), [aminopenicillins])).toEqual([
      'aminopenicillins amoxicillin',
    ]));
  test('that nobody asked for, or in free text, is said to be not checked', () => {
    expect(notChecked(chart([order('amoxicillin')], { allergies: undefined }))).toEqual(['allergy allergies']);
    const inFreeText = allergy('', { label: 'the white tablet' });
    expect(notChecked(chart([order('amoxicillin')], { allergies: [inFreeText] }))).toEqual([
      'allergy agent the white tablet',
    ]);
    expect(notChecked(chart([], { allergies: undefined }))).toEqual([]);
  });
  test('that is corrected brings its finding back', () => {
    const before = findingOf(chart([order('amoxicillin')], { allergies: [amoxicillin] }));
    const worse = allergy('amoxicillin', { severity: 'severe' });
    const after = findingOf(chart([order('amoxicillin')], { allergies: [worse] }));
    expect([after.key === before.key, after.fingerprint === before.fingerprint]).toEqual([true, false]);
  });
});

describe('duplicates', () => {
  const again = (drug: string, changed: Partial<OrderFact> = {}) => order(drug, { orderId: 'order-2', ...changed });
  test.each<[string, OrderFact[], string[]]>([
    ['one drug twice', [order('meropenem'), again('meropenem')], ['same-drug meropenem meropenem']],
    ['by two routes', [order('meropenem'), again('meropenem', { route: 'po' })], ['same-drug meropenem meropenem']],
    ['the old order is stopped', [order('meropenem'), again('meropenem', { isActive: false })], []],
    ['a drug that may be ordered twice', [order('potassium-chloride'), again('potassium-chloride')], []],
    ['another salt, which is another root', [order('potassium-chloride'), order('potassium-citrate')], []],
    ['two drugs of a class', [order('ibuprofen'), order('diclofenac')], ['nsaids diclofenac ibuprofen']],
    ['a class with its exception', [order('ibuprofen'), order('aspirin')], []],
    [
      'one drug of a class twice is no class',
      [order('ibuprofen'), again('ibuprofen')],
      ['same-drug ibuprofen ibuprofen'],
    ],
    ['two drugs of a tag without a statement', [order('ceftriaxone'), order('cefalexin')], []],
  ])('%s', (_, orders, expected) => expect(found(chart(orders))).toEqual(expected));
  test('a changed dose brings no duplicate back', () => {
    const fingerprint = (value: number) =>
      findingOf(chart([doses('ibuprofen', value, 2), order('diclofenac')])).fingerprint;
    expect(fingerprint(200)).toBe(fingerprint(400));
  });
});

describe('a dose by the kidney', () => {
  const every = (hours: number, value: number) => doses('meropenem', value, 24 / hours);
  test.each<[number, OrderFact, string[]]>([
    [51, every(8, 1000), []],
    [50.5, every(8, 1000), []],
    [50.4, every(8, 1000), ['meropenem-26 meropenem']],
    [26, every(8, 1000), ['meropenem-26 meropenem']],
    [26, every(12, 1000), []],
    [25.4, every(12, 1000), ['meropenem-10 meropenem']],
    [10, every(12, 500), []],
    [10, every(8, 500), ['meropenem-10 meropenem']],
    [9.5, every(12, 500), []],
    [9.4, every(12, 500), ['meropenem-0 meropenem']],
    [9.4, every(24, 500), []],
    [9.4, order('meropenem', { isActive: false }), []],
  ])('of %f mL/min', (crcl, ordered, expected) => expect(found(chart([ordered], {}, crcl))).toEqual(expected));

  test('shows the values that it used, with their days', () =>
    expect(findingOf(chart([every(8, 1000)], {}, 24)).values).toEqual([
      { name: 'crcl', value: 24, day: today },
      { name: 'ageYears', value: 60, day: today },
    ]));
  test('without a clearance is not checked, but where the dose is below each limit', () => {
    const values = { ...chart([]).values, crcl: undefined };
    expect(notChecked(chart([every(8, 1000)], { values }))).toEqual(['dose crcl meropenem']);
    expect(found(chart([every(8, 1000)], { values }))).toEqual([]);
    expect(notChecked(chart([every(24, 500)], { values }))).toEqual([]);
    const child = { ...values, ageYears: { value: 17, day: today } };
    expect(notChecked(chart([every(8, 1000)], { values: child }))).toEqual([]);
  });
  test('that is no number is unknown', () => {
    const values = { ...chart([]).values, crcl: { value: NaN, day: today } };
    expect(notChecked(chart([every(8, 1000)], { values }))).toEqual(['dose crcl meropenem']);
  });
  test('adds the orders of a drug, in all units of mass', () => {
    const [one, other] = [every(12, 500), order('meropenem', { orderId: 'order-2', daily: { value: 1.2, unit: 'g' } })];
    expect(found(chart([one], {}, 30), meropenem)).toEqual([]);
    expect(found(chart([one, other], {}, 30), meropenem)).toEqual(['meropenem-26 meropenem meropenem']);
    expect(found(chart([one, { ...other, isActive: false }], {}, 30), meropenem)).toEqual([]);
  });
  test('a dose that was not understood is not checked, unless the others exceed the limit by themselves', () => {
    const unknown = order('meropenem', { orderId: 'order-2', label: 'unclear', single: undefined, daily: undefined });
    expect(notChecked(chart([unknown], {}, 24))).toEqual(['dose dose unclear']);
    expect(notChecked(chart([every(12, 500), unknown], {}, 24), meropenem)).toEqual(['dose dose unclear']);
    expect(found(chart([every(8, 1000), unknown], {}, 24), meropenem)).toEqual(['meropenem-10 unclear meropenem']);
    expect(notChecked(chart([unknown]))).toEqual([]);
  });
  test('a dose in another kind of unit is not compared', () => {
    const vial = { value: 1, unit: 'vial' };
    const counted = order('meropenem', { single: vial, daily: vial });
    expect(notChecked(chart([counted], {}, 24))).toEqual(['dose unit meropenem']);
  });
  test('without limits the drug itself is the finding, whatever its dose', () => {
    const contraindicated = { ...meropenem[0]!, limits: [] };
    const unclear = order('meropenem', { single: undefined, daily: undefined });
    expect(found(chart([unclear], {}, 30), [contraindicated])).toEqual(['meropenem-26 meropenem']);
    expect(found(chart([unclear], {}, 60), [contraindicated])).toEqual([]);
  });
  test('rests on dose, statement and the state of the kidney, and not on a clearance that moves a little', () => {
    const fingerprint = (crcl: number, dose: number, of: readonly Statement[] = meropenem) =>
      findingOf(chart([every(8, dose)], {}, crcl), of).fingerprint;
    const before = fingerprint(24, 1000);
    expect(fingerprint(23.6, 1000)).toBe(before);
    expect(fingerprint(14, 1000)).not.toBe(before);
    expect(fingerprint(24, 2000)).not.toBe(before);
    expect(
      fingerprint(
        24,
        1000,
        meropenem.map((one) => ({ ...one, statementVersion: 2 })),
      ),
    ).not.toBe(before);
  });
});

describe('a dose by weight, route and age', () => {
  const given = (daily: number, changed: Partial<OrderFact> = {}) =>
    doses('enoxaparin', daily, 1, { route: 'sc', ...changed });
  const at = (ordered: OrderFact, changed: Partial<ChartFacts['values']> = {}) =>
    chart([ordered], { values: { ...chart([], {}, 29).values, ...changed } });
  test.each<[string, ChartFacts, string[]]>([
    ['1 mg/kg', at(given(70)), []],
    ['more', at(given(70.1)), ['enoxaparin enoxaparin']],
    ['more, in a heavier person', at(given(80), { weight: { value: 80, day: today } }), []],
    ['more, by another route', at(given(80, { route: 'iv' })), []],
    ['more, in a child', at(given(80), { ageYears: { value: 17, day: today } }), []],
    ['more, at 30 mL/min', at(given(80), { crcl: { value: 29.5, day: today } }), []],
  ])('%s', (_, facts, expected) => expect(found(facts)).toEqual(expected));
  test('is not checked without a weight, or while the route is not understood', () => {
    expect(notChecked(at(given(80), { weight: undefined }))).toEqual(['dose weight enoxaparin']);
    expect(notChecked(at(given(80, { route: undefined })))).toEqual(['dose route enoxaparin']);
  });
  test('has no error of binary fractions', () => {
    const tenth: Statement = { ...enoxaparin, routes: [], limits: [limit('daily', 0.3)] };
    const orders = [1, 2, 3].map((nth) => doses('enoxaparin', 0.1, 1, { orderId: `order-${nth}` }));
    expect(found(chart(orders, {}, 20), [tenth])).toEqual([]);
  });
});

describe('a pair', () => {
  const [ceftriaxone, calcium] = [order('ceftriaxone'), order('calcium-gluconate')];
  test.each<[string, OrderFact[], string[]]>([
    ['both intravenous', [ceftriaxone, calcium], ['ceftriaxone-calcium calcium-gluconate ceftriaxone']],
    [
      'one as an infusion',
      [ceftriaxone, order('calcium-gluconate', { route: 'iv-infusion' })],
      ['ceftriaxone-calcium calcium-gluconate ceftriaxone'],
    ],
    ['one by mouth', [ceftriaxone, order('calcium-gluconate', { route: 'po' })], []],
    ['one stopped', [ceftriaxone, order('calcium-gluconate', { isActive: false })], []],
    ['one alone', [calcium, order('calcium-chloride')], []],
    [
      'an interaction by any route',
      [doses('meropenem', 500, 1), order('valproate', { route: 'po' })],
      ['meropenem-valproate meropenem valproate'],
    ],
  ])('%s', (_, orders, expected) => expect(found(chart(orders))).toEqual(expected));
  test('is not checked while a route is not understood', () => {
    const unclear = order('calcium-gluconate', { route: undefined });
    expect(notChecked(chart([ceftriaxone, unclear]))).toEqual(['pair route calcium-gluconate']);
    expect(notChecked(chart([order('ceftriaxone', { route: 'im' }), unclear]))).toEqual([]);
  });
  test('of a class with itself needs two drugs', () => {
    const nsaids: Statement = {
      ...sameDrugTwice,
      kind: 'pair',
      agents: [tag('nsaid'), tag('nsaid')],
      isSameLine: false,
    };
    expect(found(chart([order('ibuprofen'), order('ibuprofen', { orderId: 'order-2' })]), [nsaids])).toEqual([]);
    expect(found(chart([order('ibuprofen'), order('aspirin')]), [nsaids])).toEqual(['same-drug aspirin ibuprofen']);
  });
});

test('a draft finds nothing', () =>
  expect(
    found(
      chart([doses('meropenem', 1000, 3)], {}, 20),
      meropenem.map((one) => ({ ...one, approvedBy: '' })),
    ),
  ).toEqual([]));
test('a drug that is not in the catalogue is said to be not checked', () =>
  expect(notChecked(chart([order('', { label: 'herbal tea' })]))).toEqual(['all drug herbal tea']));
test('the worst finding is first', () => {
  const orders = [order('valproate'), doses('meropenem', 1000, 3), order('ibuprofen'), order('diclofenac')];
  expect(findFindings(chart(orders, {}, 24), statements).findings.map(({ severity }) => severity)).toEqual([
    'F',
    'D',
    'C',
  ]);
});

describe('always', () => {
  const amount = fc.option(
    fc.record({ value: fc.constantFrom(0, 0.5, 80, 500, 3000), unit: fc.constantFrom('mg', 'g', 'vial') }),
    { nil: undefined },
  );
  const orders = fc
    .array(
      fc.record({
        drug: fc.constantFrom(...roots, ''),
        isActive: fc.boolean(),
        route: fc.constantFrom('iv', 'sc', 'po', undefined),
        single: amount,
        daily: amount,
      }),
      { maxLength: 12 },
    )
    .map((all) => all.map(({ drug, ...rest }, nth) => order(drug, { ...rest, orderId: `order-${nth}` })));
  const reading = (values: number[]) =>
    fc.option(fc.record({ value: fc.constantFrom(...values), day: fc.constant(today) }), { nil: undefined });
  const facts: fc.Arbitrary<ChartFacts> = fc.record({
    day: fc.constant(today),
    orders,
    allergies: fc.option(
      fc.subarray([allergy('amoxicillin'), allergy('ibuprofen'), classAllergy('aminopenicillin'), allergy('')]),
      { nil: undefined },
    ),
    values: fc.record({
      crcl: reading([5, 20, 29.5, 40, 90, NaN]),
      weight: reading([0.9, 70]),
      ageYears: reading([0, 17, 60]),
    }),
  });
  const shuffled = <Item>(items: readonly Item[]) => fc.shuffledSubarray([...items], { minLength: items.length });

  test('the order of orders, allergies and statements does not matter', () =>
    fc.assert(
      fc.property(
        facts.chain((one) =>
          fc.tuple(fc.constant(one), shuffled(one.orders), shuffled(one.allergies ?? []), shuffled(statements)),
        ),
        ([one, mixed, allergies, others]) => {
          const again = { ...one, orders: mixed, allergies: one.allergies && allergies };
          expect(findFindings(again, others)).toEqual(findFindings(one, statements));
        },
      ),
    ));
  test('a decision hides its finding and no other one', () =>
    fc.assert(
      fc.property(facts, (one) => {
        const { findings } = findFindings(one, statements);
        for (const { key, fingerprint } of findings) {
          const decision: Decision = { key, fingerprint, kind: 'dismissed', reason: 'known', at: '', by: 'person-1' };
          const rest = findings.filter((other) => other.key !== key);
          expect(openFindings(findings, [decision], addDays(today, 365))).toEqual(rest);
        }
        expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length);
      }),
    ));
  test('stopping the orders of a finding ends it', () =>
    fc.assert(
      fc.property(facts, (one) => {
        for (const { key, orders: concerned } of findFindings(one, statements).findings) {
          const ids = new Set(concerned.map(({ orderId }) => orderId));
          const stopped = one.orders.map((each) => (ids.has(each.orderId) ? { ...each, isActive: false } : each));
          const left = findFindings({ ...one, orders: stopped }, statements).findings;
          expect(left.map((finding) => finding.key)).not.toContain(key);
        }
      }),
    ));
  test('a dose that is raised is never less found, and a value that becomes unknown never passes as checked', () =>
    fc.assert(
      fc.property(facts, (one) => {
        const doubled = ({ daily, ...rest }: OrderFact) => ({
          ...rest,
          daily: daily && { ...daily, value: daily.value * 2 },
        });
        const before = findFindings(one, statements);
        const keys = before.findings.map(({ key }) => key);
        const higher = findFindings({ ...one, orders: one.orders.map(doubled) }, statements);
        expect(higher.findings.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
        const unknown = findFindings({ ...one, values: {} }, statements);
        for (const { key, statement, orders: concerned } of before.findings)
          if (statement.kind === 'dose' && !unknown.findings.some((finding) => finding.key === key))
            for (const each of concerned) expect(unknown.notChecked.map(({ order: row }) => row)).toContain(each);
      }),
    ));
});

test('a statement on a drug does not hold for a tag with the same id', () =>
  expect(
    found(chart([order('x', { tags: ['ceftriaxone'] }), order('calcium-chloride')]), [
      {
        ...sameDrugTwice,
        kind: 'pair',
        agents: [root('ceftriaxone'), tag('calcium-iv')],
        isSameLine: false,
      },
    ]),
  ).toEqual([]));
