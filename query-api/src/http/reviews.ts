/** The reviews of an admission with their entries: the Reviews tab. */
import type { Review } from 'command-api/contract/entities';
import { admissionStream } from 'command-api/domain/admission/events';
import { Id } from 'command-api/domain/fields';
import * as z from 'zod';
import { read, type ReadRoute } from './read-route.ts';
import { authorAndEntries, inOrderOfCare, reviewColumns, reviewOf, type ReviewRow } from './review-rows.ts';
import { readableTeam } from './rights.ts';

const reviewsOfAdmission = /* sql */ `
select ${reviewColumns} from review r ${authorAndEntries} where r.admission_id = $1 and ($2::text[] is null or r.review_id = any ($2)) ${inOrderOfCare}`;

/** As many as colleagues may touch between two rounds of reads; who needs more asks for all. */
const MOST_IDS = 50;
const Ids = z.string().transform((text) => text.split(',')).pipe(z.array(Id).max(MOST_IDS));

export const reviewRoutes: readonly ReadRoute[] = [
  read('/api/reviews/listAdmissionReviews/:admissionId', {
    // `ids`: those of them that are still there. A live note names the reviews that it touches, and a stay of months has too many to read all for one.
    input: z.object({ admissionId: Id, ids: Ids.optional() }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'user-', 'team-'],
    async answer(asked): Promise<Review[]> {
      await readableTeam(asked, 'admission', asked.input.admissionId);
      const { rows } = await asked.db.query<ReviewRow>({ name: 'reviews-of-admission', text: reviewsOfAdmission, values: [asked.input.admissionId, asked.input.ids ?? null] });
      return rows.map(reviewOf);
    },
  }),
];
