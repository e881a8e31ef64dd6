/** `?at=`: a revision of the stream, an instant, or the day of a review. */
import type { Admission } from 'language/domain/admission/state';
import { recordedAtOf } from 'language/domain/command';
import { because } from 'language/domain/reasons/because';
import { refusal } from 'language/domain/reasons/refusal';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { revisionToJson } from 'language/domain/values/revision';
import { HttpProblem, notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import type { Transition } from './stream-history.ts';

/** `instant` in milliseconds; `Infinity` is now. */
export type PointInTime = { readonly revision: bigint } | { readonly instant: number };

/** If no stream is parked, an event is in the log and in the rows after this time at the latest. */
const SETTLED_MS = 10_000;

/** A person who asks for now names an instant that is over when it arrives. */
export const isNow = (instant: number): boolean => Date.now() - instant < SETTLED_MS;

const NOT_A_MOMENT = because('not-a-moment');
export const PointInTime = z.string().transform((text, ctx): PointInTime | { readonly dayOf: string } => {
  if (/^review:./.test(text)) return { dayOf: text.slice('review:'.length) };
  if (/^\d{1,15}$/.test(text)) return { revision: BigInt(text) };
  const instant = z.iso.datetime({ offset: true }).safeParse(text);
  if (instant.success) return { instant: Date.parse(instant.data) };
  ctx.addIssue({ code: 'custom', message: NOT_A_MOMENT });
  return z.NEVER;
});

/** The instant at which the log recorded the event. */
const recordedAt = ({ event }: Transition<unknown>): number => Date.parse(recordedAtOf(event.metadata));

/** The last transition up to a point in time. `isNewest`: it is the stream's newest. */
export interface StateAt<State> {
  readonly transition: Transition<State>;
  readonly isNewest: boolean;
}

/** Now is the newest revision: a clock that was set back has recorded what is there in the future. */
const isLater = (transition: Transition<unknown>, instant: number): boolean => {
  const at = recordedAt(transition);
  return at > instant && !(isNow(instant) && at > Date.now());
};

/**
 * The transition before the first one that is later. The order of the stream decides, because the clocks of several
 * processes differ by milliseconds.
 * @throws HttpProblem 400 if the stream has no such revision yet, 404 if it begins later
 */
export async function stateAt<State>(
  transitions: AsyncIterable<readonly Transition<State>[]>,
  at: PointInTime,
): Promise<StateAt<State>> {
  let last: Transition<State> | undefined;
  let isNewest = true;
  for await (const batch of transitions) {
    const later = batch.findIndex((transition) =>
      'revision' in at ? transition.event.revision > at.revision : isLater(transition, at.instant),
    );
    last = later < 0 ? batch.at(-1) : (batch[later - 1] ?? last);
    if (later < 0) continue;
    isNewest = false;
    break;
  }
  if (!last) throw new HttpProblem(refusal('nothing-there-then'));
  if ('revision' in at && last.event.revision !== at.revision) {
    const revisions = { revision: revisionToJson(at.revision), newest: revisionToJson(last.event.revision) };
    throw new HttpProblem(refusal('revision-not-yet', revisions), { field: 'at' });
  }
  return { transition: last, isNewest };
}

/** The instant of the state, for what other streams held then. */
export const instantOfState = ({ transition, isNewest }: StateAt<unknown>, at: PointInTime): number =>
  'instant' in at ? at.instant : isNewest ? Infinity : recordedAt(transition);

/**
 * The last revision of the day of a review, in the hospital's time zone, or the one in which the review was first written
 * where that is later. What was changed afterwards, such as a dose, was not so when the review was written.
 * @throws HttpProblem 404 where the admission has no such review now
 */
export async function dayOfReview(
  transitions: AsyncIterable<readonly Transition<Admission>[]>,
  reviewId: string,
  timeZone: string,
): Promise<PointInTime> {
  const days: { revision: bigint; day: string }[] = [];
  let written: bigint | undefined;
  let reviewDate: string | undefined;
  for await (const batch of transitions)
    for (const transition of batch) {
      const { after, event } = transition;
      days.push({ revision: event.revision, day: calendarDateIn(timeZone, new Date(recordedAt(transition))) });
      reviewDate =
        'reviews' in after ? after.reviews.find((review) => review.reviewId === reviewId)?.reviewDate : undefined;
      if (reviewDate !== undefined) written ??= event.revision;
    }
  if (reviewDate === undefined || written === undefined) throw notFound();
  const until = reviewDate;
  const last = days.findLast(({ day }) => day <= until)?.revision ?? written;
  return { revision: last > written ? last : written };
}
