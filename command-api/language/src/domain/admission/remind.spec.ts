import { describe, expect, test } from 'vitest';
import { type AnswerRules, firstAnswerRules } from '../team/answer-rules.ts';
import { by, people } from '../testing/people.ts';
import type { Given } from '../testing/specification.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import type { Physician } from './asked-of.ts';
import { admitted, discharged, entry, noError } from './chart.testdata.ts';
import type { AdmissionEvent, Entry } from './events.ts';
import { admitted as admittedState } from './lookup.ts';
import { afterQuietHours, nextReminder, remindOfAnswer, type RemindingTeam, waitingEntries } from './remind.ts';
import { calendarDate } from '../values/calendar-date.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });

const adam = { userId: 'adam', name: 'Adam Samir' };
const badr = { userId: 'badr', name: 'Badr Aziz' };
const carla = { userId: 'carla', name: 'Carla Fawzy' };
const dina = { userId: 'dina', name: 'Dina Nabil' };
const rules: AnswerRules = {
  ...firstAnswerRules,
  ladder: {
    ...firstAnswerRules.ladder,
    GI: { remindAfterMinutes: 30, nextAfterMinutes: 60, adminAfterMinutes: 120 },
    EF: { remindAfterMinutes: 30, nextAfterMinutes: null, adminAfterMinutes: 120 },
  },
  quietFrom: '',
  quietUntil: '',
};
const team = (differing: Partial<RemindingTeam> = {}): RemindingTeam => ({
  rules,
  physicians: [adam, badr],
  adminId: 'amira',
  timeZone: 'Africa/Cairo',
  ...differing,
});
/** Events are one a minute from 00:00 UTC: the review is asked at 00:01. */
const asked = (differing: Partial<Entry> = {}): Given<AdmissionEvent>[] => [
  admitted,
  madeBy(people.pharmacist, {
    type: 'ReviewAdded',
    data: {
      reviewId: 'review-1',
      reviewDate: calendarDate('2026-03-02'),
      clinicalNote: '',
      entries: [entry('entry-1', { errSeverity: 'G', ...differing })],
    },
  }),
];
const place = { reviewId: 'review-1', entryId: 'entry-1' };
const toAdam: AdmissionEvent = {
  type: 'EntryAddressed',
  data: { ...place, to: { kind: 'physician', userId: 'adam' } },
};
const answer = (who: string, given: 'seen' | 'accepted') =>
  madeBy<AdmissionEvent>(
    { id: who },
    { type: 'EntryAnswered', data: { ...place, answer: given, text: '', reason: '' } },
  );
const reminded = (step: 1 | 2, to: string[]): AdmissionEvent => ({
  type: 'AnswerReminded',
  data: { ...place, step, nextAt: null, to },
});
const at = (time: string): string => `2026-03-01T${time}:00.000Z`;

/** The next step of the one entry as `1 00:31 adam`, or undefined. */
function next(
  events: Given<AdmissionEvent>[],
  now: string,
  differing: Partial<RemindingTeam> = {},
): string | undefined {
  const { state } = given(...events);
  const [waiting] = waitingEntries(state);
  const due = waiting && nextReminder(admittedState(state), waiting.entry, team(differing), Date.parse(at(now)));
  return due && `${due.step} ${new Date(due.dueAt).toISOString().slice(11, 16)} ${due.to.join()}`;
}

describe('the next reminder', () => {
  test.each<[string, Given<AdmissionEvent>[], string | undefined, Physician[]?]>([
    ['all physicians whom it is asked of', asked(), '1 00:31 adam,badr'],
    ['the one whom it is addressed to, from then on', [...asked(), toAdam], '1 00:32 adam'],
    ['the others, a step later', [...asked(), toAdam, reminded(1, ['adam'])], '2 01:02 badr'],
    ['the admin where all physicians were asked', [...asked(), reminded(1, ['adam', 'badr'])], '3 02:01 amira'],
    ['the others where the one has seen it', [...asked(), toAdam, answer('adam', 'seen')], '2 01:02 badr'],
    ['none of those who have seen it', [...asked(), toAdam, answer('badr', 'seen')], '3 02:02 amira'],
    [
      'the others without each of those who have seen it',
      [...asked(), toAdam, answer('badr', 'seen'), answer('carla', 'seen')],
      '2 01:02 dina',
      [carla, dina],
    ],
    [
      'again from the beginning after another address',
      [...asked(), reminded(1, ['adam', 'badr']), toAdam],
      '1 00:33 adam',
    ],
    ['nobody after an answer', [...asked(), answer('adam', 'accepted')], undefined],
    ['nobody after a response', asked({ errRes: 2 }), undefined],
    ['nobody of "No error"', asked({ ...noError, errSeverity: null }), undefined],
    ['nobody after the discharge', [...asked(), discharged], undefined],
    ['nobody of a severity without a clock', asked({ errSeverity: 'A' }), undefined],
  ])('reaches %s', (_whom, events, expected, further = []) =>
    expect(next(events, '00:10', { physicians: [adam, badr, ...further] })).toBe(expected),
  );

  test('keeps the time between two steps where the one before was late', () => {
    const events: Given<AdmissionEvent>[] = [...asked(), toAdam];
    for (let minute = 3; minute < 50; minute += 1)
      events.push(
        madeBy<AdmissionEvent>(people.pharmacist, {
          type: 'MeasurementRemoved',
          data: { measurementId: 'none', reason: '' },
        }),
      );
    expect(next([...events, reminded(1, ['adam'])], '00:51')).toBe('2 01:20 badr');
  });
  test('a step without a time is left out', () => {
    expect(next([...asked({ errSeverity: 'E' }), toAdam, reminded(1, ['adam'])], '00:10')).toBe('3 02:02 amira');
  });
  test('a reminder that is more than a day late is left out, and those after it are not', () => {
    const { state } = given(...asked());
    const [waiting] = waitingEntries(state);
    const step = (now: string) => nextReminder(admittedState(state), waiting!.entry, team(), Date.parse(now))?.step;
    expect(step('2026-03-02T00:31:00.000Z')).toBe(1);
    expect(step('2026-03-02T00:31:01.000Z')).toBe(3);
    expect(step('2026-03-02T03:00:00.000Z')).toBeUndefined();
  });
  test('a team whose only physician is the consultant asks them, and then its admin', () => {
    const inTeam = { physicians: [adam] };
    const events = asked();
    expect(next(events, '00:10', inTeam)).toBe('1 00:31 adam');
    expect(next(events, '00:10', { physicians: [] })).toBe('3 02:01 amira');
  });
});

test('the clock begins again in the team that takes the patient over', () => {
  const events: Given<AdmissionEvent>[] = [
    ...asked(),
    reminded(1, ['adam', 'badr']),
    { type: 'TransferOffered', data: { offerId: 'offer-1', toTeamId: 'team-2', toTeamName: 'Ward', note: '' } },
    {
      type: 'TransferAccepted',
      data: { offerId: 'offer-1', fromTeamId: 'team-1', toTeamId: 'team-2', transferDate: calendarDate('2026-03-01') },
    },
  ];
  expect(next(events, '00:10')).toBe('1 00:34 adam,badr');
});

describe('the command of the clock', () => {
  const command = (time: string) => by(people.pharmacist, { ...place, team: team(), at: at(time) });
  test('reminds when the step is due, once, and says when the next one is', () => {
    given(...asked(), toAdam)
      .when(remindOfAnswer, command('00:31'))
      .thenNothing();
    given(...asked(), toAdam)
      .when(remindOfAnswer, command('00:32'))
      .then({ type: 'AnswerReminded', data: { ...place, step: 1, nextAt: at('01:02'), to: ['adam'] } });
  });
  test('does nothing for an entry that is gone or answered', () => {
    given(admitted).when(remindOfAnswer, command('00:32')).thenNothing();
    given(...asked(), answer('adam', 'accepted'))
      .when(remindOfAnswer, command('00:32'))
      .thenNothing();
  });
});

test.each([
  // Cairo is two hours ahead of UTC in winter, and three in summer, which ends on 30 October 2026.
  ['a time of day', '22:00', '07:00', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
  ['before midnight', '22:00', '07:00', '2026-03-01T20:00:30.000Z', '2026-03-02T05:00:00.000Z'],
  ['after midnight', '22:00', '07:00', '2026-03-02T04:59:59.000Z', '2026-03-02T05:00:00.000Z'],
  ['at the end', '22:00', '07:00', '2026-03-02T05:00:00.000Z', '2026-03-02T05:00:00.000Z'],
  ['at noon', '12:00', '13:00', '2026-03-01T10:30:00.000Z', '2026-03-01T11:00:00.000Z'],
  ['no quiet hours', '', '', '2026-03-02T01:00:00.000Z', '2026-03-02T01:00:00.000Z'],
  ['the night in which the clock goes back', '22:00', '07:00', '2026-10-29T20:30:00.000Z', '2026-10-30T05:00:00.000Z'],
])('quiet hours put a reminder off to their end: %s', (_when, quietFrom, quietUntil, from, until) => {
  const quiet = { timeZone: 'Africa/Cairo', rules: { ...rules, quietFrom, quietUntil } };
  expect(new Date(afterQuietHours(Date.parse(from), quiet)).toISOString()).toBe(until);
});
