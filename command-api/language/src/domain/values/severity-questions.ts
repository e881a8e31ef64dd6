/**
 * The questions that lead to a severity (docs/decisions/read-side/classification.md): after the logic of the NCC MERP index,
 * in our own words. Each answer leads to a letter or to the next question, and three answers suffice. The browser loads
 * this file.
 */
import type { Severity } from './codes.ts';

export const severityQuestions = {
  reach: { circumstances: 'A', stopped: 'B', reached: 'effect' },
  effect: { unharmed: 'watch', harmed: 'harm', lifeSaved: 'H', death: 'I' },
  watch: { notWatched: 'C', watched: 'D' },
  harm: { treated: 'E', prolonged: 'F', permanent: 'G' },
} as const satisfies Record<string, Record<string, Severity | 'effect' | 'watch' | 'harm'>>;

export type SeverityQuestion = keyof typeof severityQuestions;
export type SeverityAnswer = { [Q in SeverityQuestion]: keyof (typeof severityQuestions)[Q] }[SeverityQuestion];

export const isQuestion = (next: Severity | SeverityQuestion): next is SeverityQuestion =>
  Object.hasOwn(severityQuestions, next);

/** The answers to a question, with the letter or question that each leads to. */
export const answersTo = (question: SeverityQuestion) =>
  Object.entries<Severity | SeverityQuestion>(severityQuestions[question]) as (readonly [
    SeverityAnswer,
    Severity | SeverityQuestion,
  ])[];

/** The letter or question that the answers lead to; undefined where one does not answer its question. */
export function reachedBy(answers: readonly string[]): Severity | SeverityQuestion | undefined {
  let at: Severity | SeverityQuestion | undefined = 'reach';
  for (const answer of answers) {
    if (at === undefined || !isQuestion(at)) return undefined;
    at = answersTo(at).find(([code]) => code === answer)?.[1];
  }
  return at;
}
