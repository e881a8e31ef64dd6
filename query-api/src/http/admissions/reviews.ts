/** The reviews of an admission with their entries: the Reviews tab. */
import { admissionStream } from 'command-api/domain/admission/events';
import { Id } from 'command-api/domain/values/fields';
import { because } from 'command-api/domain/reasons/because';
import * as z from 'zod';
import { read, type ReadRoute, WrittenAnswer } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';

/** As many as colleagues may touch between two rounds of reads; who needs more asks for all. */
const MOST_IDS = 50;
/** `<id>`, or `<id>@<version>` of one that the reader holds (contract, `review-parts.ts`). */
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
  .pipe(z.array(Part).max(MOST_IDS))
  .transform((parts) => new Map(parts.map(([id, version]) => [id, version])));

export const reviewRoutes: readonly ReadRoute[] = [
  read('/api/reviews/listAdmissionReviews/:admissionId', {
    // A live note names the reviews that it touches, and a stay of months has too many to read all for one.
    input: z.object({ admissionId: Id, ids: Ids.optional() }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'user-', 'team-'],
    async answer(request): Promise<WrittenAnswer> {
      await readableTeam(request, 'admission', request.input.admissionId);
      return new WrittenAnswer(
        await request.dependencies.reviews.of(request.input.admissionId, request.input.ids),
        'application/json; charset=utf-8',
      );
    },
  }),
];
