import { addDays, calendarDate } from 'command-api/domain/calendar-date';
import { isNoError, NO_ERROR } from 'command-api/domain/codes';
import { describe, expect, test } from 'vitest';
import errorTypes from './data/error-types.json' with { type: 'json' };
import drugs from './data/drugs.json' with { type: 'json' };
import type { Catalogue } from './catalogue.ts';
import { planPatients } from './demo-plan.ts';
import { random } from './random.ts';

const catalogue: Catalogue = {
  errorTypes: new Map(errorTypes.map(({ label }, index) => [label, label === NO_ERROR.label ? NO_ERROR._id : `type-${index}`])),
  drugs: drugs.map((drug, index) => ({ label: drug.label, tradeLabels: drug.tradeLabels.map((label, n) => ({ _id: `drug-${index}.${n}`, label })), templates: drug.errTemps })),
};
const today = calendarDate('2026-03-01');
const draw = () => planPatients(40, catalogue, today, 3, 2, random(11));

describe('the demo hospital', () => {
  test('is the same for the same seed number and day', () => expect(draw()).toEqual(draw()));

  test('has 40 patients, 60 admissions and several hundred reviews', () => {
    const admissions = draw().flatMap((patient) => patient.admissions);
    expect(admissions).toHaveLength(60);
    expect(admissions.flatMap((admission) => admission.reviews).length).toBeGreaterThan(300);
  });

  test('keeps the dates that the product insists on', () => {
    for (const { admissionDate, reviews, notes, discharge } of draw().flatMap((patient) => patient.admissions)) {
      for (const { reviewDate } of reviews) expect(reviewDate >= admissionDate && reviewDate <= addDays(today, 1)).toBe(true);
      for (const { noteDate } of notes) expect(noteDate >= admissionDate && noteDate <= today).toBe(true);
      if (discharge) expect(discharge.dischargeDate >= admissionDate && discharge.dischargeDate <= today).toBe(true);
    }
  });

  test('leaves what the last round of an open stay has found without a response, some of it overdue', () => {
    const open = draw().flatMap(({ admissions }) => admissions.filter(({ discharge }) => discharge === undefined));
    const left = open.flatMap(({ reviews }) => reviews.at(-1)?.drugErrs ?? []).filter(({ errType }) => !isNoError(errType));
    expect(left.length).toBeGreaterThan(5);
    expect(left.every(({ errRes }) => errRes === null)).toBe(true);
    expect(left.some(({ followUpDate }) => followUpDate !== null && followUpDate < today)).toBe(true);
  });

  test('gives "No error" neither severity nor response, and errors a severity', () => {
    const entries = draw().flatMap((patient) => patient.admissions.flatMap((admission) => admission.reviews.flatMap((review) => review.drugErrs)));
    for (const entry of entries) {
      if (isNoError(entry.errType)) expect(entry).toMatchObject({ errRes: null, errSeverity: null });
      else expect(entry.errSeverity).toMatch(/^[A-I]$/);
    }
    const errors = entries.filter((entry) => !isNoError(entry.errType)).length;
    expect(errors / entries.length).toBeGreaterThan(0.03);
    expect(errors / entries.length).toBeLessThan(0.15);
  });
});
