/**
 * An admission's reviews, entries and notes as one list of things that can arrive, and the sentence for each that does.
 */
import type { PhysicianNote, Review } from 'command-api/contract/entities';
import type { Arrival, ListedItem } from '../../sync/live/arrivals.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { admissionText } from './messages.ts';

export interface ArrivalItem extends ListedItem {
  kind: 'review' | 'entry' | 'note';
  /** The review or the note that has to be open for it to be seen. */
  holder: string;
  by: string;
  sentence: string;
}

export function arrivalItems(reviews: readonly Review[], notes: readonly PhysicianNote[]): ArrivalItem[] {
  const { came } = admissionText;
  return [
    ...reviews.flatMap(({ _id, headVersion, userId, userName, reviewDate, drugErrs }): ArrivalItem[] => [
      {
        id: `review:${_id}`,
        version: headVersion,
        kind: 'review',
        holder: _id,
        by: userId,
        sentence: came.review(userName, formatDate(reviewDate)),
      },
      ...drugErrs.map((entry): ArrivalItem => ({
        id: `entry:${entry._id}`,
        version: entry.version,
        kind: 'entry',
        holder: _id,
        by: userId,
        sentence: came.entry(userName, entry.errDrugLabel, formatDate(reviewDate)),
      })),
    ]),
    ...notes.map(({ _id, version, userId, userName, noteDate }): ArrivalItem => ({
      id: `note:${_id}`,
      version,
      kind: 'note',
      holder: _id,
      by: userId,
      sentence: came.note(userName, formatDate(noteDate)),
    })),
  ];
}

export interface ArrivalNews {
  text: string;
  item: ArrivalItem;
}

/**
 * What teammates added, in one sentence; entries that came with their review are told by the review. Undefined: nothing
 * to tell.
 */
export function arrivalNewsOf(
  items: readonly ArrivalItem[],
  arrived: ReadonlyMap<string, Arrival>,
  user: string,
): ArrivalNews | undefined {
  const isAdded = (id: string) => arrived.get(id) === 'added';
  const added = items.filter(
    ({ id, kind, holder, by }) => by !== user && isAdded(id) && !(kind === 'entry' && isAdded(`review:${holder}`)),
  );
  const item = added[0];
  return item && { item, text: admissionText.came.more(item.sentence, added.length - 1) };
}
