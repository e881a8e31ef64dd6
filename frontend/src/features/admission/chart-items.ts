/**
 * An admission's reviews, entries and notes as one list of things that can arrive, and the sentence for each that does.
 */
import type { PhysicianNote, Review } from 'command-api/contract/entities';
import type { Arrival, Listed } from '../../sync/live/arrivals.ts';
import { shownDate } from '../../platform/time/dates.ts';
import { admissionText } from './messages.ts';

export interface ChartItem extends Listed {
  kind: 'review' | 'entry' | 'note';
  /** The review or the note that has to be open for it to be seen. */
  holder: string;
  by: string;
  sentence: string;
}

export function chartItems(reviews: readonly Review[], notes: readonly PhysicianNote[]): ChartItem[] {
  const { came } = admissionText;
  return [
    ...reviews.flatMap(({ _id, headVersion, userId, userName, reviewDate, drugErrs }): ChartItem[] => [
      {
        id: `review:${_id}`,
        version: headVersion,
        kind: 'review',
        holder: _id,
        by: userId,
        sentence: came.review(userName, shownDate(reviewDate)),
      },
      ...drugErrs.map((entry): ChartItem => ({
        id: `entry:${entry._id}`,
        version: entry.version,
        kind: 'entry',
        holder: _id,
        by: userId,
        sentence: came.entry(userName, entry.errDrugLabel, shownDate(reviewDate)),
      })),
    ]),
    ...notes.map(({ _id, version, userId, userName, noteDate }): ChartItem => ({
      id: `note:${_id}`,
      version,
      kind: 'note',
      holder: _id,
      by: userId,
      sentence: came.note(userName, shownDate(noteDate)),
    })),
  ];
}

export interface News {
  text: string;
  item: ChartItem;
}

/**
 * What teammates added, in one sentence; entries that came with their review are told by the review. Undefined: nothing
 * to tell.
 */
export function newsOf(
  items: readonly ChartItem[],
  arrived: ReadonlyMap<string, Arrival>,
  user: string,
): News | undefined {
  const isAdded = (id: string) => arrived.get(id) === 'added';
  const added = items.filter(
    ({ id, kind, holder, by }) => by !== user && isAdded(id) && !(kind === 'entry' && isAdded(`review:${holder}`)),
  );
  const item = added[0];
  return item && { item, text: admissionText.came.more(item.sentence, added.length - 1) };
}
