/**
 * Images of the built-in store, to whoever may read their admission's team. Read piece by piece: neither a connection
 * nor the whole image is held while a slow reader takes it. They are of patients, and a ward's browser is everybody's:
 * none keeps them (`no-store`, as of all answers). A page that holds one already may ask whether it still may (304).
 */
import { Readable } from 'node:stream';
import { admissionStream } from 'command-api/domain/admission/events';
import { Id } from 'command-api/domain/values/fields';
import { callerOf, forbidden, notFound } from 'service-kit/http/http-problem';
import { validInput } from 'service-kit/http/validate-input';
import type { Pool } from 'pg';
import * as z from 'zod';
import type { About } from '../freshness.ts';
import { isHeld, type ReadRoute } from '../read-route.ts';
import { chartOpened } from '../readable-team.ts';
import { mayRead } from '../rights.ts';

const PIECE = 512 * 1024;

type Part = 'content' | 'thumbnail';

/** $1 image · $2 who asks */
const readableAdmission = /* sql */ `
select a.admission_id from images.image i join admission a on a.admission_id = i.admission_id where i.image_id = $1 and ${mayRead('a.team_id', '$2')}`;

/**
 * What a group has, and what none has had yet: an upload is shown before it is saved. That a group had it is known from
 * its removal here and, in installations that are older than that table, from the sweeper's look.
 */
const isShown = /* sql */ `(
  exists (select from gallery_group g join gallery_image gi on gi.group_id = g.group_id where g.admission_id = i.admission_id and gi.image = '/api/images/' || i.image_id)
  or (i.unused_since is not null and not exists (select from removed_image r where r.admission_id = i.admission_id and r.image = '/api/images/' || i.image_id)))`;

/** $1 image · $2 who asks */
const imageOf = (part: Part): string => /* sql */ `
select a.team_id, a.admission_id, a.patient_id, ${part === 'content' ? 'i.content_type' : `'image/webp'`} as type, octet_length(i.${part}) as bytes
from images.image i join admission a on a.admission_id = i.admission_id
where i.image_id = $1 and i.${part} is not null and ${isShown} and ${mayRead('a.team_id', '$2')}`;

/**
 * $1 image · $2 first byte, from 1 · $3 how many. The column is stored uncompressed: Postgres reads this piece only.
 */
const pieceOf = (part: Part): string =>
  /* sql */ `select substring(${part} from $2 for $3) as piece from images.image where image_id = $1`;

async function* piecesOf(db: Pool, part: Part, imageId: string, bytes: number): AsyncGenerator<Buffer> {
  for (let from = 1; from <= bytes; from += PIECE) {
    const { rows } = await db.query<{ piece: Buffer }>(pieceOf(part), [imageId, from, PIECE]);
    if (!rows[0]) throw new Error('The image was removed while it was being read');
    yield rows[0].piece;
  }
}

const input = z.object({ id: Id });

const imageRead = (path: string, part: Part): ReadRoute => ({
  path,
  open: false,
  input,
  answer:
    ({ db, accessLog, freshness }) =>
    async (ctx) => {
      const caller = callerOf(ctx);
      const { id } = validInput(input, ctx['params']);
      const { rows: readable } = await db.query<{ admission_id: string }>(readableAdmission, [id, caller.userId]);
      // Of an image that is not there, and of one that is not for the caller, nothing is told apart.
      const from = readable[0] ? admissionStream(readable[0].admission_id) : 'admission-';
      const about: About = { user: caller.userId };
      await freshness(ctx, { from: [from, 'team-'], userId: caller.userId, about }, async () => {
        const { rows } = await db.query<{
          team_id: string;
          admission_id: string;
          patient_id: string;
          type: string;
          bytes: number;
        }>(imageOf(part), [id, caller.userId]);
        const [image] = rows;
        if (!image) throw notFound();
        about.team = image.team_id;
        const team = ctx.get('team');
        if (team !== '' && team !== image.team_id) throw forbidden();
        await accessLog.note(caller.userId, [chartOpened(image.team_id, image.admission_id, image.patient_id)]);
        // Should it ever be opened as a page of its own, it runs nothing and loads nothing.
        ctx.set('content-security-policy', "default-src 'none'; sandbox");
        ctx.set('cross-origin-resource-policy', 'same-origin');
        if (isHeld(ctx, part === 'content' ? id : `${id}-${part}`)) return;
        ctx.type = image.type;
        ctx.body = Readable.from(piecesOf(db, part, id, image.bytes), { objectMode: false });
        ctx.length = image.bytes;
      });
    },
});

export const imageRoutes: readonly ReadRoute[] = [
  imageRead('/api/images/:id', 'content'),
  imageRead('/api/images/:id/thumbnail', 'thumbnail'),
];
