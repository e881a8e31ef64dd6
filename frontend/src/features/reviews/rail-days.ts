/** The items of the rail of days: the reviews, and the days of the stay without one. */
import type { Review } from 'language/contract/entities';
import { dayOfStay } from '../../platform/time/dates.ts';

/** Days of the stay in a row without a review, by their numbers, both included. */
export interface DaysWithoutReview {
  readonly from: number;
  readonly to: number;
}
export type RailItem = Review | DaysWithoutReview;

/**
 * The reviews in their order, with the days between them that have none.
 * @param until the discharge, else the day of the view. Reviews may be later; days without one are not shown after it
 */
export function railItems(reviews: readonly Review[], admissionDate: string, until: string): RailItem[] {
  const items: RailItem[] = [];
  const last = dayOfStay(admissionDate, until) ?? 0;
  let next = 1;
  const addDaysBefore = (day: number): void => {
    const to = Math.min(day - 1, last);
    if (next <= to) items.push({ from: next, to });
    next = Math.max(next, day + 1);
  };
  for (const review of reviews) {
    const day = dayOfStay(admissionDate, review.reviewDate);
    if (day !== undefined) addDaysBefore(day);
    items.push(review);
  }
  addDaysBefore(last + 1);
  return items;
}

/** The place of a review in the window, in CSS pixels from its top. */
export interface ReviewBox {
  readonly id: string;
  readonly isOpen: boolean;
  readonly top: number;
  readonly bottom: number;
}

/** A person reads near the top of what is in view. */
const READ_AT = 0.1;

/**
 * The id of the review that is read. The last page of a chart cannot scroll its newest review to the top: the line at
 * which one reads goes down with what is left to scroll, and is at the end of the window at the end of the page.
 *
 * @param view the part in sight below the patient's banner, and the distance that the page can
 * still be scrolled down
 * @returns an open review before a closed one; undefined if none is in view
 */
export function reviewInView(
  boxes: readonly ReviewBox[],
  view: { top: number; bottom: number; toScroll: number },
): string | undefined {
  const height = view.bottom - view.top;
  const line = view.top + height * Math.max(READ_AT, 1 - view.toScroll / height);
  const shown = boxes.filter(({ top, bottom }) => bottom > view.top && top < view.bottom);
  const open = shown.filter(({ isOpen }) => isOpen);
  const candidates = open.length > 0 ? open : shown;
  return (candidates.findLast(({ top }) => top <= line) ?? candidates[0])?.id;
}
