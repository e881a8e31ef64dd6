/**
 * Images of the built-in store, to whoever may read their admission's team. Read piece by piece: neither a connection nor the whole image is
 * held while a slow reader takes it. An image never changes, but who may see it does: it is kept by the reader's own browser only, and asked
 * for again each time (304).
 */
import { Readable } from 'node:stream';
import { Id } from 'command-api/domain/fields';
import { callerOf, forbidden, notFound } from 'command-api/service/http';
import type { Pool } from 'pg';
import * as z from 'zod';
import { isHeld, type ReadRoute } from './read-route.ts';
import { mayRead } from './rights.ts';

const PIECE = 512 * 1024;

type Part = 'content' | 'thumbnail';

const imageOf = (part: Part): string => /* sql */ `
select a.team_id, ${part === 'content' ? 'i.content_type' : `'image/webp'`} as type, octet_length(i.${part}) as bytes
from images.image i join admission a on a.admission_id = i.admission_id
where i.image_id = $1 and i.${part} is not null and ${mayRead('a.team_id', '$2')}`;

/** $1 image · $2 first byte, from 1 · $3 how many. The column is stored uncompressed: Postgres reads this piece only. */
const pieceOf = (part: Part): string => /* sql */ `select substring(${part} from $2 for $3) as piece from images.image where image_id = $1`;

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
  answer: ({ db }) => async (ctx) => {
    const caller = callerOf(ctx);
    const { id } = input.parse(ctx['params']);
    const { rows } = await db.query<{ team_id: string; type: string; bytes: number }>(imageOf(part), [id, caller.userId]);
    const [image] = rows;
    if (!image) throw notFound();
    const team = ctx.get('team');
    if (team !== '' && team !== image.team_id) throw forbidden();
    ctx.set('cache-control', 'private, no-cache');
    // Should it ever be opened as a page of its own, it runs nothing and loads nothing.
    ctx.set('content-security-policy', "default-src 'none'; sandbox");
    ctx.set('cross-origin-resource-policy', 'same-origin');
    if (isHeld(ctx, part === 'content' ? id : `${id}-${part}`)) return;
    ctx.type = image.type;
    ctx.body = Readable.from(piecesOf(db, part, id, image.bytes), { objectMode: false });
    ctx.length = image.bytes;
  },
});

export const imageRoutes: readonly ReadRoute[] = [imageRead('/api/images/:id', 'content'), imageRead('/api/images/:id/thumbnail', 'thumbnail')];
