/** The history of one medication error: its changes, who made them, and after how long. */
import type { EntryChange, EntryLife, EntryStep, HistoryEvent, HistoryThing } from 'language/contract/history';
import type { MovedFrom } from 'language/domain/admission/events';
import { ratedEntryFields } from 'language/domain/admission/fields';
import type { Admission } from 'language/domain/admission/state';
import { renderEntry } from 'language/contract/render/reviews';
import type { People } from 'language/contract/render/people';
import { notFound } from 'service-kit/http/http-problem';
import { admissionDescriber, entryIn } from './describe-admission.ts';
import type { Transition } from './stream-history.ts';
import { concerns, describeChange } from './describe-change.ts';

const changeOf: Readonly<Record<string, EntryChange>> = Object.fromEntries(
  Object.entries(ratedEntryFields).flatMap(([name, field]): [string, EntryChange][] =>
    'change' in field ? [[name, field.change]] : [],
  ),
);

/** A chart that an entry was in, with the id that it had there. */
export interface EntryChart {
  readonly admissionId: string;
  readonly entryId: string;
  readonly transitions: AsyncIterable<readonly Transition<Admission>[]>;
}

/** Where an entry was before it was moved to this chart; undefined if it was written here. */
export async function originOf({ entryId, transitions }: EntryChart): Promise<MovedFrom | undefined> {
  for await (const batch of transitions)
    for (const { after } of batch) {
      const found = entryIn(after, entryId);
      if (found) return found.entry.movedFrom;
    }
  return undefined;
}

/**
 * @param charts that the entry was in, in the order of its moves
 * @throws HttpProblem 404 if none of them ever had such an entry
 */
export async function entryLife(
  people: People,
  timeZone: string,
  charts: readonly [EntryChart, ...EntryChart[]],
): Promise<EntryLife> {
  const steps: EntryStep[] = [];
  let review = '';
  let patient = '';
  let entry: EntryLife['entry'] = null;
  for (const { admissionId, entryId, transitions } of charts) {
    const thing: HistoryThing = `entry:${entryId}`;
    for await (const batch of transitions) {
      for (const transition of batch) {
        // The end of a move changes nothing of the entry.
        if (transition.event.type === 'MoveCompleted') continue;
        if (!concerns(admissionDescriber, admissionId, transition, thing)) continue;
        const found = entryIn(transition.after, entryId);
        entry = found ? renderEntry(found.entry) : null;
        review = found?.review.reviewId ?? review;
        if (transition.after.status !== 'none') patient = transition.after.patientId;
        steps.push(
          stepOf(await describeChange(admissionDescriber, people, timeZone, admissionId, transition, thing), steps),
        );
      }
    }
  }
  const { admissionId, entryId } = charts.at(-1) ?? charts[0];
  if (steps.length === 0) throw notFound();
  return {
    _id: entryId,
    admission: admissionId,
    patient,
    review,
    entry,
    untilSeverity: until(steps, 'errSeverity'),
    untilResponse: until(steps, 'errRes'),
    untilRating: until(steps, 'rating'),
    steps,
  };
}

function stepOf(event: HistoryEvent, before: readonly EntryStep[]): EntryStep {
  const since = (step: HistoryEvent | undefined): number =>
    step ? Math.max(0, Date.parse(event.at) - Date.parse(step.at)) : 0;
  return { ...event, what: whatChanged(event), sinceAdded: since(before[0]), sincePrevious: since(before.at(-1)) };
}

function whatChanged({ type, before, after }: HistoryEvent): EntryChange[] {
  if (after === null) return [type === 'MovedToAnotherChart' ? 'movedOut' : 'removed'];
  if (before === null) {
    if (type === 'MovedFromAnotherChart' || type === 'MoveReturned') return ['movedIn'];
    return ['copiedFrom' in after ? 'copied' : 'added'];
  }
  return Object.keys(after).flatMap((field) => changeOf[field] ?? []);
}

const until = (steps: readonly EntryStep[], field: 'errSeverity' | 'errRes' | 'rating'): number | null => {
  const first = steps.find(({ after }) => after !== null && after[field] !== undefined && after[field] !== null);
  return first ? first.sinceAdded : null;
};
