/** The reviews of an admission with their entries, for the Reviews tab. */
import * as reviewCalls from 'command-api/contract/calls/reviews';
import { catalogueStream } from 'command-api/domain/catalogue/events';
import { admissionStream } from 'command-api/domain/admission/events';
import { Id } from 'command-api/domain/values/fields';
import { because } from 'command-api/domain/reasons/because';
import * as z from 'zod';
import { read, WrittenAnswer } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';

/** About as many reviews as colleagues touch between two reads. A client that needs more reads all. */
const MAX_IDS = 50;
/** `<id>`, or `<id>@<version>` of a review that the reader has (contract, `review-parts.ts`). */
const Part = z
  .string()
  .transform((text) => text.split('@'))
  .pipe(
    z.tuple([Id]).or(
      z.tuple([
        Id,
        z
          .string()
          .regex(/^\d{1,15}$/, because('not-a-version'))
          .transform(Number),
      ]),
    ),
  );
const Ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(Part).max(MAX_IDS))
  .transform((parts) => new Map(parts.map(([id, version]) => [id, version])));

export const reviewRoutes = [
  read(reviewCalls.listReviews, {
    // A live notice names the touched reviews. A stay of months has too many reviews to read all of them each time.
    input: z.object({ admissionId: Id, ids: Ids.optional() }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'user-', 'team-', 'drug-', catalogueStream],
    async answer(request): Promise<WrittenAnswer> {
      await readableTeam(request, 'admission', request.input.admissionId);
      return new WrittenAnswer(
        await request.dependencies.reviews.of(request.input.admissionId, request.input.ids),
        'application/json; charset=utf-8',
      );
    },
  }),
];
