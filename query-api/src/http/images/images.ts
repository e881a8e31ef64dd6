/**
 * Images of the built-in store, for people who may read the admission's team. An image is read in chunks, so a slow
 * reader holds neither a connection nor the whole image. Browsers keep no image (`no-store`, as for all answers),
 * because a ward shares its computers. A page that still shows an image may ask whether it is unchanged (304).
 */
import { Readable } from 'node:stream';
import { admissionStream } from 'language/domain/admission/events';
import { Id } from 'language/domain/values/fields';
import { callerOf, forbidden, notFound } from 'service-kit/http/http-problem';
import { validInput } from 'service-kit/http/validate-input';
import type { Pool } from 'pg';
import * as z from 'zod';
import { isThere } from '../../history/describe-admission.ts';
import type { History } from '../../history/history.ts';
import type { About } from '../freshness.ts';
import * as admissionCalls from 'language/contract/calls/admissions';
import type { Call } from 'language/contract/calls/call';
import { isNotModified, type ReadRoute } from '../read-route.ts';
import { chartOpened, logsOf } from '../readable-team.ts';
import { canReadTeam, lacksSecondFactor, patientOf, refuseWithoutSecondFactor } from '../rights.ts';

const CHUNK = 512 * 1024;

type Part = 'content' | 'thumbnail';

/**
 * SQL: the team by which the caller reads the image, `reader`: the admission's, else the patient's, else one that has
 * transferred the admission after the upload. No row for other callers.
 */
const readingTeam = /* sql */ `
cross join lateral (
  select of.team_id from (
    select a.team_id, 0 as nth
    union all
    select p.team_id, 1 from (${patientOf('a')}) p
    union all
    select s.team_id, 2 from transferred_stay s where s.admission_id = a.admission_id and i.uploaded_at <= s.at
  ) of
  where ${canReadTeam('of.team_id', '$2')}
  order by of.nth, of.team_id limit 1
) reader`;

/** $1 image · $2 caller */
const readableAdmission = /* sql */ `
select a.admission_id
from images.image i
join admission a on a.admission_id = i.admission_id
${readingTeam}
where i.image_id = $1`;

/**
 * True for an image of a group, and for an upload that was never in a group: it is shown before the group is saved.
 * `removed_image` tells that a group had it; for removals that are older than this table, the sweeper clears
 * `unused_since`.
 */
const isShown = /* sql */ `(
  exists (
    select from gallery_group g
    join gallery_image gi on gi.group_id = g.group_id
    where g.admission_id = i.admission_id and gi.image = '/api/images/' || i.image_id)
  or (
    i.unused_since is not null
    and not exists (
      select from removed_image r
      where r.admission_id = i.admission_id and r.image = '/api/images/' || i.image_id)))`;

/** $1 image · $2 caller */
const imageOf = (part: Part, everywhere: boolean): string => /* sql */ `
select a.team_id, reader.team_id as reader_id, a.admission_id, a.patient_id,
       array(
         select p.team_id from patient p where p.patient_id = a.patient_id
         union select s.team_id from transferred_stay s where s.admission_id = a.admission_id
       ) as other_teams,
       ${part === 'content' ? 'i.content_type' : `'image/webp'`} as type, octet_length(i.${part}) as bytes,
       ${lacksSecondFactor('reader.team_id', '$2', everywhere)} as lacks_second_factor
from images.image i join admission a on a.admission_id = i.admission_id
${readingTeam}
where i.image_id = $1 and i.${part} is not null and ${isShown}`;

/**
 * $1 image · $2 caller. Where a former team has had the chart of an image that was removed or moved since. The stay is as
 * it was at the transfer: only the log knows whether the chart showed the image then.
 */
const pastImageOf = (part: Part, everywhere: boolean): string => /* sql */ `
select s.team_id, s.team_id as reader_id, s.admission_id, s.patient_id, s.revision::text as transfer,
       array[]::text[] as other_teams,
       ${part === 'content' ? 'i.content_type' : `'image/webp'`} as type, octet_length(i.${part}) as bytes,
       ${lacksSecondFactor('s.team_id', '$2', everywhere)} as lacks_second_factor
from images.image i
join removed_image r on r.image = '/api/images/' || i.image_id
join transferred_stay s on s.admission_id = r.admission_id
where i.image_id = $1 and i.${part} is not null and ${canReadTeam('s.team_id', '$2')}
order by s.at desc`;

/** True if a chart showed the image before the revision of its transfer. */
async function wasShown({ admissions }: History, { admission_id: id, transfer }: PastImage, image: string) {
  let chart = admissions.initial;
  for await (const batch of admissions.transitions(id))
    chart = batch.findLast(({ event }) => event.revision < BigInt(transfer))?.after ?? chart;
  return isThere(chart) && chart.gallery.some(({ images }) => images.includes(image));
}

/**
 * $1 image · $2 first byte, from 1 · $3 bytes. The column is stored uncompressed, so Postgres reads this chunk only.
 */
const chunkOf = (part: Part): string =>
  /* sql */ `select substring(${part} from $2 for $3) as chunk from images.image where image_id = $1`;

async function* chunksOf(db: Pool, part: Part, imageId: string, bytes: number): AsyncGenerator<Buffer> {
  for (let from = 1; from <= bytes; from += CHUNK) {
    const { rows } = await db.query<{ chunk: Buffer }>(chunkOf(part), [imageId, from, CHUNK]);
    if (!rows[0]) throw new Error('The image was removed while it was being read');
    yield rows[0].chunk;
  }
}

const input = z.object({ id: Id });

interface ReadableImage {
  readonly team_id: string;
  readonly reader_id: string;
  readonly other_teams: string[];
  readonly admission_id: string;
  readonly patient_id: string;
  readonly type: string;
  readonly bytes: number;
  readonly lacks_second_factor: boolean;
}
type PastImage = ReadableImage & { readonly transfer: string };

const imageRead = <Path extends string>(call: Call<'GET', Path>, part: Part): ReadRoute<Call<'GET', Path>> => ({
  call,
  input,
  answer:
    ({ db, accessLog, freshness, requiresSecondFactor, history }) =>
    async (ctx) => {
      const pastImage = async (ofCaller: readonly string[]): Promise<ReadableImage | undefined> => {
        const { rows } = await db.query<PastImage>(pastImageOf(part, requiresSecondFactor), [...ofCaller]);
        for (const past of rows) if (await wasShown(history, past, `/api/images/${ofCaller[0]}`)) return past;
        return undefined;
      };
      const caller = callerOf(ctx);
      const { id } = validInput(input, ctx['params']);
      const { rows: readable } = await db.query<{ admission_id: string }>(readableAdmission, [id, caller.userId]);
      // A missing image and an image that the caller may not read give the same answer.
      const from = readable[0] ? admissionStream(readable[0].admission_id) : 'admission-';
      const about: About = { user: caller.userId };
      await freshness(ctx, { from: [from, 'team-'], userId: caller.userId, about }, async () => {
        const ofCaller = [id, caller.userId];
        const image =
          (await db.query<ReadableImage>(imageOf(part, requiresSecondFactor), ofCaller)).rows[0] ??
          (await pastImage(ofCaller));
        if (!image) throw notFound();
        about.team = image.team_id;
        const team = ctx.get('team');
        if (team !== '' && team !== image.team_id && !image.other_teams.includes(team)) throw forbidden();
        refuseWithoutSecondFactor(image, caller);
        const logs = logsOf(image.reader_id, image.team_id);
        const opened = [...logs].map((one) => chartOpened(one, image.admission_id, image.patient_id));
        await accessLog.note(caller.userId, opened);
        // Opened as a page, an image runs and loads nothing.
        ctx.set('content-security-policy', "default-src 'none'; sandbox");
        ctx.set('cross-origin-resource-policy', 'same-origin');
        // The name of the file that was sent is not kept.
        ctx.set('content-disposition', `inline; filename="image.${image.type.replace('image/', '')}"`);
        if (isNotModified(ctx, part === 'content' ? id : `${id}-${part}`)) return;
        ctx.type = image.type;
        ctx.body = Readable.from(chunksOf(db, part, id, image.bytes), { objectMode: false });
        ctx.length = image.bytes;
      });
    },
});

export const imageRoutes = [
  imageRead(admissionCalls.getImage, 'content'),
  imageRead(admissionCalls.getThumbnail, 'thumbnail'),
];
