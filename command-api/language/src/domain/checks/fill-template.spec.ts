import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { allergy, chart, doses, order, today } from './chart.testdata.ts';
import { fillTemplate, withMarks } from './fill-template.ts';

const facts = {
  values: {
    ...chart([]).values,
    crcl: { value: 23.6, day: today },
    creatinine: { value: 2.449, day: calendarDate('2025-12-31') },
  },
};
const meropenem = doses('meropenem', 1000, 3);
const fill = (template: string, subject = { orders: [meropenem], allergies: [allergy('amoxicillin')] }) =>
  fillTemplate(template, facts, subject);

describe('a text', () => {
  test.each([
    ['CrCl {crcl}: 500 mg', 'CrCl 24 mL/min (2026-05-12): 500 mg'],
    ['Creatinine {creatinine}', 'Creatinine 2.45 mg/dL (2025-12-31)'],
    ['{weight}, {ageYears}', '70 kg (2026-05-12), 60 years'],
    ['{drug} {dose}, {daily} a day', 'meropenem 1000 mg, 3000 mg a day'],
    ['Allergy: {allergy}', 'Allergy: amoxicillin'],
    ['الكرياتينين {creatinine}', 'الكرياتينين 2.45 mg/dL (2025-12-31)'],
    ['no marks, { and }, {}', 'no marks, { and }, {}'],
  ])('%s', (template, text) => expect(fill(template)).toEqual({ text, blanks: [] }));

  test.each([
    ['eGFR {egfr}', 'eGFR ___ mL/min/1.73 m²', ['egfr']],
    ['CrCl ___, eGFR {egfr}', 'CrCl ___, eGFR ___ mL/min/1.73 m²', ['', 'egfr']],
    ['{crlc} {constructor}', '___ ___', ['crlc', 'constructor']],
  ])('%s has blanks', (template, text, blanks) => expect(fill(template)).toEqual({ text, blanks }));

  test('has a blank for a fact that its subject lacks', () => {
    const unclear = order('meropenem', { single: undefined, daily: undefined });
    expect(fill('{drug} {dose} {daily} {allergy}', { orders: [unclear], allergies: [] })).toEqual({
      text: 'meropenem ___ ___ ___',
      blanks: ['dose', 'daily', 'allergy'],
    });
    expect(fill('{drug} {daily}', { orders: [], allergies: [] }).blanks).toEqual(['drug', 'daily']);
  });
  test('adds the orders of a drug, and no amounts of different kinds', () => {
    const more = order('meropenem', { daily: { value: 0.5, unit: 'g' }, single: { value: 0.5, unit: 'g' } });
    expect(fill('{drug} {dose} {daily}', { orders: [meropenem, more], allergies: [] }).text).toBe(
      'meropenem 1000 mg + 0.5 g 3500 mg',
    );
    const vials = order('meropenem', { daily: { value: 2, unit: 'vial' } });
    expect(fill('{daily}', { orders: [meropenem, vials], allergies: [] }).blanks).toEqual(['daily']);
  });
  test('does not read marks in what it has filled in', () => {
    const named = allergy('amoxicillin', { label: '{crcl} $&', reaction: 'rash' });
    expect(fill('{allergy}', { orders: [], allergies: [named] }).text).toBe('{crcl} $& (rash)');
  });
});

test('a note gets marks again for the values of its patient, and for no longer number', () =>
  expect(
    withMarks('CrCl 24 mL/min (2026-05-12), 124 mL/min (2026-05-12), 24 mL/min, 2.45 mg/dL (2025-12-31)', facts.values),
  ).toBe('CrCl {crcl}, 124 mL/min (2026-05-12), 24 mL/min, {creatinine}'));
