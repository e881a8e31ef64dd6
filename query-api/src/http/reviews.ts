/** The reviews of an admission with their entries: the Reviews tab. */
import type { Review } from 'command-api/contract/entities';
import { admissionStream } from 'command-api/domain/admission/events';
import { Id } from 'command-api/domain/fields';
import * as z from 'zod';
import { read, type ReadRoute } from './read-route.ts';
import { authorAndEntries, inOrderOfCare, reviewColumns, reviewOf, type ReviewRow } from './review-rows.ts';
import { readableTeam } from './rights.ts';

const reviewsOfAdmission = /* sql */ `
select ${reviewColumns} from review r ${authorAndEntries} where r.admission_id = $1 ${inOrderOfCare}`;

export const reviewRoutes: readonly ReadRoute[] = [
  read('/api/reviews/listAdmissionReviews/:admissionId', {
    input: z.object({ admissionId: Id }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'user-', 'team-'],
    async answer(asked): Promise<Review[]> {
      await readableTeam(asked, 'admission', asked.input.admissionId);
      const { rows } = await asked.db.query<ReviewRow>(reviewsOfAdmission, [asked.input.admissionId]);
      return rows.map(reviewOf);
    },
  }),
];
