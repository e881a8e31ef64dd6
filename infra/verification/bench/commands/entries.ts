/** The command of the benchmarks: an entry of a review. */
import { NO_ERROR } from 'language/domain/values/codes';
import type { Written } from 'language/contract/entities';
import type { Ward } from '../ward.ts';

/** An admission has one review; more entries than this are none that a ward has. */
export const ENTRIES_OF_REVIEW = 60;

/** Most notes are a plain sentence. Every third has markup, which the sanitiser has to parse. */
const plain = '<p>Dose checked against renal function: no change needed today.</p>';
const marked =
  '<p>CrCl 25 mL/min: <strong>reduce</strong> to 500 mg every 12 hours.</p><ol>' +
  '<li data-list="bullet">repeat creatinine</li><li data-list="bullet">level before the fourth dose</li></ol>';

/** An entry without an error. */
export const filledIn = (drug: string, note: string) => ({
  errType: NO_ERROR._id,
  errDrug: drug,
  errNote: note,
  errRes: null,
  errSeverity: null,
  drugTags: [],
});

/** The body of a command. */
export const bodyOf = (reviewId: string, drug: string, index: number) => ({
  reviewId,
  drugErr: filledIn(drug, index % 3 === 0 ? marked : plain),
});

/**
 * Adds an entry.
 * @param index of the command, from 0: the same one is answered as before
 * @param chart the number of the review; by default the reviews take turns
 */
export async function addEntry(ward: Ward, index: number, chart = index % ward.reviews.length): Promise<Written> {
  const review = ward.reviews[chart] ?? '';
  const path = `/api/reviews/addRevMed/${review}`;
  return ward.author.send<Written>('POST', path, `bench:entry:${index}`, bodyOf(review, ward.drug, index));
}
