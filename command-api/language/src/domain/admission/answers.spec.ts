import { describe, expect, test } from 'vitest';
import { foldOf, madeBy, recorded, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import {
  admitted,
  discharged,
  entry,
  entryTakenOverBy,
  entryUpdated,
  noError,
  responseRecordedBy,
  reviewAdded,
} from './chart.testdata.ts';
import { addressEntry, answerEntry, type AnswerEntry } from './decide-answer.ts';
import type { AdmissionEvent } from './events.ts';
import { type Admission, evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { pharmacist, teammate, physician, teamAdmin, outsider } = people;
const other = { ...physician, id: 'user-other-physician' };
const place = { reviewId: 'review-1', entryId: 'entry-1' };
type Said = Partial<Pick<AnswerEntry, 'answer' | 'text' | 'reason'>>;
const said = (differing: Said = {}) => ({ answer: 'accepted', text: '', reason: '', ...differing }) as const;
const event = (one: AdmissionEvent): AdmissionEvent => one;
const answeredEvent = (differing?: Said, corrects?: true) =>
  event({ type: 'EntryAnswered', data: { ...place, ...said(differing), ...(corrects && { corrects }) } });
const answeredBy = (person: typeof physician, differing?: Said) => madeBy(person, answeredEvent(differing));
const payload = (differing?: Said) => ({
  ...place,
  ...said(differing),
  refusalReasons: ['Benefit outweighs risk'],
  changeMinutes: 15,
});
/** The events are one minute apart, from 1 March 00:00. */
const soon = { at: '2026-03-01T00:10:00.000Z' };
const entryAfter = (...events: Parameters<typeof given>) => {
  const state: Admission = foldOf({ initial, evolve }, recorded([admitted, reviewAdded, ...events]));
  return state.status === 'open' ? state.reviews[0]!.entries[0]! : undefined;
};

describe('whom an entry is asked of', () => {
  const to = { kind: 'physician', userId: physician.id } as const;
  const asked = (given: object = to) => ({ ...place, to: given as typeof to, physicians: [physician.id] });
  test('is said by those who record the response, once', () => {
    given(admitted, reviewAdded)
      .when(addressEntry, by(pharmacist, asked()))
      .then({
        type: 'EntryAddressed',
        data: { ...place, to },
      });
    given(admitted, reviewAdded, entryTakenOverBy(teammate))
      .when(addressEntry, by(teammate, asked({ kind: 'physicians' })))
      .then({ type: 'EntryAddressed', data: { ...place, to: { kind: 'physicians' } } });
    given(admitted, reviewAdded)
      .when(addressEntry, by(pharmacist, asked({ kind: 'default' })))
      .thenNothing();
    for (const actor of [teammate, physician, teamAdmin, outsider])
      given(admitted, reviewAdded).when(addressEntry, by(actor, asked())).thenRejected('forbidden', 'Not allowed');
  });
  test('is a physician of the team, and the entry waits for a response', () => {
    given(admitted, reviewAdded)
      .when(addressEntry, by(pharmacist, asked({ kind: 'physician', userId: teammate.id })))
      .thenInvalid('to.userId', 'Choose a physician of the team');
    given(admitted, reviewAdded, responseRecordedBy(pharmacist, 1))
      .when(addressEntry, by(pharmacist, asked()))
      .thenRejected('conflict', 'This entry already has a response, or its type is "No error"');
  });
  test('begins the wait again', () => {
    const addressed = madeBy(pharmacist, event({ type: 'EntryAddressed', data: { ...place, to } }));
    expect(entryAfter(addressed)?.asked).toMatchObject({ at: '2026-03-01T00:02:00.000Z', address: to });
  });
});

describe("a physician's answer", () => {
  test('is for every physician of the team, also after the discharge', () => {
    for (const before of [[], [discharged]])
      given(admitted, reviewAdded, ...before)
        .when(answerEntry, by(physician, payload()))
        .then(answeredEvent());
    for (const actor of [pharmacist, teammate, teamAdmin, outsider])
      given(admitted, reviewAdded).when(answerEntry, by(actor, payload())).thenRejected('forbidden', 'Not allowed');
  });
  test.each([
    ['accepted', 1],
    ['changed', 1],
    ['refused', 2],
    ['seen', null],
  ] as const)('%s is the response %s', (answer, errRes) =>
    expect(entryAfter(answeredBy(physician, { answer, text: 'half' }))).toMatchObject({
      errRes,
      asked: { reportedBy: null, answer: { answer, text: 'half', userId: physician.id } },
    }),
  );
  test('with a change says which, and a refusal says why, with a reason of the team', () => {
    const invalid = (differing: Said, field: string, sentence: string) =>
      given(admitted, reviewAdded)
        .when(answerEntry, by(physician, payload(differing)))
        .thenInvalid(field, sentence);
    invalid({ answer: 'changed' }, 'text', 'Write what is to be changed');
    invalid({ answer: 'refused' }, 'text', 'Choose a reason, or write one');
    invalid({ answer: 'refused', reason: 'No' }, 'reason', 'Choose a reason from the list of the team');
    invalid({ reason: 'Benefit outweighs risk' }, 'reason', 'Only a refusal has a reason');
    const refused = { answer: 'refused', reason: 'Benefit outweighs risk' } as const;
    given(admitted, reviewAdded)
      .when(answerEntry, by(physician, payload(refused)))
      .then(answeredEvent(refused));
  });
  test('is corrected by its giver within the time of the team; later, or by another, it is a new one', () => {
    const before = [admitted, reviewAdded, answeredBy(physician)] as const;
    const refused = { answer: 'refused', text: 'Renal' } as const;
    given(...before)
      .when(answerEntry, by(physician, payload(refused), soon))
      .then(answeredEvent(refused, true));
    given(...before)
      .when(answerEntry, by(other, payload(refused), soon))
      .then(answeredEvent(refused));
    given(...before)
      .when(answerEntry, by(physician, payload(refused)))
      .then(answeredEvent(refused));
  });
  test('is taken back by its giver within the time, and by no one later', () => {
    const before = [admitted, reviewAdded, answeredBy(physician)] as const;
    const seen = { answer: 'seen' } as const;
    given(...before)
      .when(answerEntry, by(physician, payload(seen), soon))
      .then(answeredEvent(seen, true));
    for (const command of [by(physician, payload(seen)), by(other, payload(seen), soon)])
      given(...before)
        .when(answerEntry, command)
        .thenRejected('conflict', 'This entry already has a response, or its type is "No error"');
  });
  test('replaces a response that was reported, but not an outcome that a pharmacist recorded', () => {
    given(admitted, reviewAdded, responseRecordedBy(pharmacist, 2))
      .when(answerEntry, by(physician, payload()))
      .then(answeredEvent());
    given(admitted, reviewAdded, answeredBy(physician), responseRecordedBy(pharmacist, 4))
      .when(answerEntry, by(physician, payload()))
      .thenRejected('conflict', 'A clinical pharmacist has recorded what came of this: it waits for no answer');
  });
  test('stays beside a response that is reported over it', () =>
    expect(entryAfter(answeredBy(physician), responseRecordedBy(pharmacist, 2))).toMatchObject({
      errRes: 2,
      asked: { reportedBy: pharmacist.id, answer: { answer: 'accepted' } },
    }));
  test('stays when the author edits the text, and is marked', () => {
    const edited = entryAfter(answeredBy(physician), entryUpdated);
    expect(edited?.asked.answer).toMatchObject({ answer: 'accepted', isOfEarlierText: true });
    const nothingWrong = event({
      type: 'ReviewMedicationUpdated',
      data: { reviewId: 'review-1', entry: entry('entry-1', { ...noError, errSeverity: null }) },
    });
    expect(entryAfter(answeredBy(physician), madeBy(pharmacist, nothingWrong))?.asked.answer).toBeNull();
    given(admitted, reviewAdded, madeBy(pharmacist, nothingWrong))
      .when(answerEntry, by(physician, payload()))
      .thenInvalid('answer', 'An entry without an error has no response');
  });
  test('conflicts with a later change of the entry', () =>
    given(admitted, reviewAdded, entryUpdated)
      .when(answerEntry, by(physician, payload(), { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'entry', id: 'entry-1' }, changedBy: pharmacist.id }));
});
