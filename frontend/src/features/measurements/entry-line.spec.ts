import { describe, expect, test } from 'vitest';
import { answerKey, blankLine, bodyOf, isLastDoseOpen, lastDoseDay, readLine, type Answers } from './entry-line.ts';

const now = '2026-03-10 09:30';
const none: Answers = new Map();
const body = (text: string, draft: Partial<typeof blankLine> = {}) =>
  bodyOf(readLine(text, undefined, none), { ...blankLine, text, ...draft }, now).measurements;

describe('a line', () => {
  test('is open while a part of it is not understood', () =>
    expect(readLine('K 5.6, foo 3', undefined, none)).toMatchObject([
      { amount: { value: 5.6, unit: 'mmol/L' }, isOpen: false },
      { piece: { text: 'foo 3' }, isOpen: true },
    ]));
  test('asks about an implausible value until one is chosen, and asks again about another one', () => {
    const [asked] = readLine('Cr 21', undefined, none);
    expect(asked).toMatchObject({ isOpen: true });
    if (asked?.amount === undefined) throw new Error('not understood');
    const [likeliest] = asked.piece.suggestions;
    if (!likeliest) throw new Error('no suggestion');
    const answers = new Map([[answerKey(asked.piece), likeliest]]);
    expect(readLine('Cr 21', undefined, answers)).toMatchObject([{ amount: likeliest, isOpen: false }]);
    expect(readLine('Cr 22', undefined, answers)).toMatchObject([{ isOpen: true }]);
  });
});

describe('the body', () => {
  test('has the hospital’s day and time, and the source by the kind', () =>
    expect(body('Wt 72, K 5.6')).toMatchObject([
      { kind: 'weight', value: 72, takenOn: '2026-03-10', takenAt: '09:30', source: 'measured', lastDoseOn: null },
      { kind: 'potassium', value: 5.6, takenOn: '2026-03-10', takenAt: '09:30', source: 'laboratory' },
    ]));
  test('takes the time of a piece before that of the line', () =>
    expect(body('Cr 1.4 @06:00, K 4', { takenAt: '08:00' }).map(({ takenAt }) => takenAt)).toEqual(['06:00', '08:00']));
  test('leaves the time of another day unknown, and not as the present one', () =>
    expect(body('K 4', { takenOn: '2026-03-08' })).toMatchObject([{ takenOn: '2026-03-08', takenAt: '' }]));
  test('has the last dose of a level only, on the day before where it is later than the sample', () =>
    expect(body('Vanco 18 @06:00, K 4', { lastDoseAt: '22:00' })).toMatchObject([
      { kind: 'vancomycin', lastDoseOn: '2026-03-09', lastDoseAt: '22:00' },
      { kind: 'potassium', lastDoseOn: null, lastDoseAt: '' },
    ]));
});

test('a level is open until its last dose is entered, or said not to be known', () => {
  const level = readLine('vanco 18', undefined, none);
  expect(isLastDoseOpen(level, blankLine)).toBe(true);
  expect(isLastDoseOpen(level, { ...blankLine, lastDoseAt: '08:00' })).toBe(false);
  expect(isLastDoseOpen(level, { ...blankLine, lastDose: 'unknown' })).toBe(false);
  expect(isLastDoseOpen(readLine('K 4', undefined, none), blankLine)).toBe(false);
});

test('the last dose of a sample without a time is on its day', () =>
  expect(lastDoseDay('2026-03-10', '', '22:00')).toBe('2026-03-10'));
