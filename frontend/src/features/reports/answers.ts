/** The figures of physicians' answers in the reviews of a period: how many of each, and after what time. */
import type { EntryAnswer } from 'language/contract/entities';
import type { CollectedEntry, CollectedReview } from 'language/contract/reports';
import { isNoError, physicianAnswers, type PhysicianAnswer } from 'language/domain/values/codes';

/** The dimensions that answers are counted by. `physician`: where the team's admin allows it. */
export const answerDimensions = ['type', 'drug', 'severity', 'physician'] as const;
export type AnswerDimension = (typeof answerDimensions)[number];

/** The id that an entry is counted under. A copy has no answer, so that each is counted once. */
const idOf: Readonly<Record<AnswerDimension, (entry: CollectedEntry, answer: EntryAnswer) => string>> = {
  type: ({ errType }) => errType,
  drug: ({ errDrug }) => errDrug,
  severity: ({ errSeverity }) => errSeverity ?? '',
  physician: (_, { userId }) => userId,
};

/** A figure of answers: of one kind or of all, under one id of a dimension or under all. */
export interface AnswerFigure {
  kind: 'answer';
  answer?: PhysicianAnswer;
  of?: { by: AnswerDimension; id: string };
}
export function hasAnswer(entry: CollectedEntry, { answer: wanted, of }: AnswerFigure): boolean {
  const answer = entry.asked?.answer;
  if (!answer || isNoError(entry.errType)) return false;
  return (wanted === undefined || answer.answer === wanted) && (!of || idOf[of.by](entry, answer) === of.id);
}

export interface AnswerRow {
  readonly id: string;
  /** An entry that gives the name of the row. */
  readonly entry: CollectedEntry;
  readonly counts: Readonly<Record<PhysicianAnswer, number>>;
  readonly total: number;
}
export interface AnswerTimes {
  /** Milliseconds until accepted, changed or refused; undefined without any. */
  readonly median: number | undefined;
  readonly ninetieth: number | undefined;
  readonly total: number;
}

const answeredIn = (
  reviews: readonly CollectedReview[],
): { entry: CollectedEntry; answer: EntryAnswer; at: string }[] =>
  reviews.flatMap(({ drugErrs }) =>
    drugErrs.flatMap((entry) =>
      entry.asked?.answer && !isNoError(entry.errType)
        ? [{ entry, answer: entry.asked.answer, at: entry.asked.at }]
        : [],
    ),
  );

/** The most frequent first. */
export function countAnswers(reviews: readonly CollectedReview[], by: AnswerDimension): AnswerRow[] {
  const rows = new Map<string, { entry: CollectedEntry; counts: Record<PhysicianAnswer, number>; total: number }>();
  for (const { entry, answer } of answeredIn(reviews)) {
    const id = idOf[by](entry, answer);
    const row = rows.get(id) ?? { entry, counts: { accepted: 0, changed: 0, refused: 0, seen: 0 }, total: 0 };
    row.counts[answer.answer] += 1;
    row.total += 1;
    rows.set(id, row);
  }
  return [...rows].map(([id, row]) => ({ id, ...row })).sort((a, b) => b.total - a.total || (a.id < b.id ? -1 : 1));
}

/** From when it was asked until the last decision. "Seen" is none. */
export function timesToAnswer(reviews: readonly CollectedReview[]): AnswerTimes {
  const times = answeredIn(reviews)
    .filter(({ answer }) => answer.answer !== 'seen')
    .map(({ answer, at }) => Math.max(0, Date.parse(answer.at) - Date.parse(at)))
    .sort((a, b) => a - b);
  /** The nearest rank. */
  const percentile = (percent: number): number | undefined => times[Math.ceil((percent / 100) * times.length) - 1];
  return { median: percentile(50), ninetieth: percentile(90), total: times.length };
}

export const totalsOf = (rows: readonly AnswerRow[]): Readonly<Record<PhysicianAnswer, number>> =>
  Object.fromEntries(
    physicianAnswers.map((answer) => [answer, rows.reduce((sum, { counts }) => sum + counts[answer], 0)]),
  ) as Record<PhysicianAnswer, number>;
