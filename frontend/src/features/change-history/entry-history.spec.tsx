import type { EntryChange } from 'language/contract/history';
import { expect, test } from 'vitest';
import { describeStep, remainingFields } from './entry-history.tsx';

const step = (
  what: EntryChange[],
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  type = 'ReviewMedicationUpdated',
) => ({ what, before, after, type });
const sentence = (...of: Parameters<typeof step>): string => describeStep(step(...of));

test('each change is a sentence', () => {
  expect(sentence(['added'], null, {})).toBe('added it');
  expect(sentence(['severity'], { errSeverity: 'C' }, { errSeverity: 'D' })).toBe('changed the severity from C to D');
  expect(sentence(['severity'], { errSeverity: null }, { errSeverity: 'D' })).toBe('graded it D');
  expect(sentence(['severity', 'response'], { errSeverity: 'D', errRes: null }, { errSeverity: null, errRes: 1 })).toBe(
    'took the severity away, recorded the response Accept',
  );
  expect(sentence(['response'], { errRes: 1 }, { errRes: 4 })).toBe('changed the response from Accept to Harm');
  expect(sentence(['response'], { errRes: 1 }, { errRes: null })).toBe('took the response back');
  expect(sentence(['rating'], { rating: null }, { rating: 4.5 })).toBe('rated it 4.5 of 5');
  expect(sentence(['followUp'], { followUpDate: null }, { followUpDate: '2026-03-05' })).toBe(
    'planned to look again on 2026-03-05',
  );
  expect(sentence(['followUp'], { followUpDate: '2026-03-05' }, { followUpDate: null })).toBe(
    'took the follow-up date away',
  );
  expect(sentence(['note', 'severity'], { errSeverity: 'C' }, { errSeverity: 'D' })).toBe(
    'changed the severity from C to D, changed the note',
  );
  expect(sentence(['note', 'tags'], { errNote: '' }, { errNote: '<p>Half</p>' })).toBe(
    'changed the note, changed the tags',
  );
  expect(sentence(['removed'], {}, null, 'ReviewMedicationRemoved')).toBe('deleted it');
  expect(sentence(['removed'], {}, null, 'ReviewDeleted')).toBe('deleted it with its review');
  expect(sentence([], {}, {})).toBe('saved it as it was');
  expect(sentence([], {}, { responsible: 'u2' }, 'EntryTakenOver')).toBe('took it over');
  const answer = { answer: 'refused', text: 'Renal', reason: 'Benefit', userId: 'u2', at: '' };
  expect(sentence(['response'], { errRes: null }, { errRes: 2, asked: { answer } }, 'EntryAnswered')).toBe(
    'answered: Refused · Benefit · Renal',
  );
});

test('the fields that the sentence names are not listed below it', () => {
  expect(remainingFields(step([], {}, { responsible: 'u2' }, 'EntryTakenOver'))).toEqual([]);
  expect(
    remainingFields(step([], { errSeverity: 'C', errNote: '' }, { errSeverity: 'D', errNote: '<p>Half</p>' })).map(
      ({ name }) => name,
    ),
  ).toEqual(['errNote']);
  expect(remainingFields(step([], null, { errSeverity: 'C', errNote: '' })).map(({ name }) => name)).toEqual([
    'errSeverity',
  ]);
});
