import type { EntryChange } from 'command-api/contract/history';
import { expect, test } from 'vitest';
import { furtherFields, headlineOf } from './headline.ts';

const step = (
  what: EntryChange[],
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
  type = 'ReviewMedicationUpdated',
) => ({ what, before, after, type });
const told = (...of: Parameters<typeof step>): string => headlineOf(step(...of));

test('each step says what became of the error', () => {
  expect(told(['added'], null, {})).toBe('added it');
  expect(told(['severity'], { errSeverity: 'C' }, { errSeverity: 'D' })).toBe('changed the severity from C to D');
  expect(told(['severity'], { errSeverity: null }, { errSeverity: 'D' })).toBe('graded it D');
  expect(told(['severity', 'response'], { errSeverity: 'D', errRes: null }, { errSeverity: null, errRes: 1 })).toBe(
    'took the severity away, recorded the response Accept',
  );
  expect(told(['response'], { errRes: 1 }, { errRes: 4 })).toBe('changed the response from Accept to Harm');
  expect(told(['response'], { errRes: 1 }, { errRes: null })).toBe('took the response back');
  expect(told(['rating'], { rating: null }, { rating: 4.5 })).toBe('rated it 4.5 of 5');
  expect(told(['followUp'], { followUpDate: null }, { followUpDate: '2026-03-05' })).toBe(
    'planned to look again on 2026-03-05',
  );
  expect(told(['followUp'], { followUpDate: '2026-03-05' }, { followUpDate: null })).toBe(
    'took the follow-up date away',
  );
  expect(told(['note', 'severity'], { errSeverity: 'C' }, { errSeverity: 'D' })).toBe(
    'changed the severity from C to D, changed the note',
  );
  expect(told(['note', 'tags'], { errNote: '' }, { errNote: '<p>Half</p>' })).toBe(
    'changed the note, changed the tags',
  );
  expect(told(['removed'], {}, null, 'ReviewMedicationRemoved')).toBe('deleted it');
  expect(told(['removed'], {}, null, 'ReviewDeleted')).toBe('deleted it with its review');
  expect(told([], {}, {})).toBe('saved it as it was');
});

test('what the sentence has said is not said again below it', () => {
  expect(
    furtherFields(step([], { errSeverity: 'C', errNote: '' }, { errSeverity: 'D', errNote: '<p>Half</p>' })).map(
      ({ name }) => name,
    ),
  ).toEqual(['errNote']);
  expect(furtherFields(step([], null, { errSeverity: 'C', errNote: '' })).map(({ name }) => name)).toEqual([
    'errSeverity',
  ]);
});
