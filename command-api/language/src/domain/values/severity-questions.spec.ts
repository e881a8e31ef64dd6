import { expect, test } from 'vitest';
import { severities } from './codes.ts';
import { answersTo, isQuestion, reachedBy, type SeverityAnswer, type SeverityQuestion } from './severity-questions.ts';

/** Each way through the questions, with its letter. */
function ways(question: SeverityQuestion, before: SeverityAnswer[] = []): [string, SeverityAnswer[]][] {
  return answersTo(question).flatMap(([answer, next]) =>
    isQuestion(next) ? ways(next, [...before, answer]) : [[next, [...before, answer]] as const],
  ) as [string, SeverityAnswer[]][];
}

test('every letter is reached in one way, by at most three answers', () => {
  const all = ways('reach');
  expect(all.map(([letter]) => letter).toSorted()).toEqual(severities.map(({ code }) => code));
  expect(Math.max(...all.map(([, answers]) => answers.length))).toBe(3);
  expect(all.map(([, answers]) => reachedBy(answers))).toEqual(all.map(([letter]) => letter));
});

test.each([
  // The order of the index: did it reach the patient, death, life, harm, lasting, hospital, monitoring.
  [['circumstances'], 'A'],
  [['stopped'], 'B'],
  [['reached', 'death'], 'I'],
  [['reached', 'lifeSaved'], 'H'],
  [['reached', 'harmed', 'permanent'], 'G'],
  [['reached', 'harmed', 'prolonged'], 'F'],
  [['reached', 'harmed', 'treated'], 'E'],
  [['reached', 'unharmed', 'watched'], 'D'],
  [['reached', 'unharmed', 'notWatched'], 'C'],
] as const)('%s is %s', (answers, letter) => expect(reachedBy(answers)).toBe(letter));

test('answers that are not those of their questions lead nowhere', () => {
  for (const answers of [['permanent'], ['stopped', 'death'], ['reached', 'stopped'], ['nothing']])
    expect(reachedBy(answers)).toBeUndefined();
});
