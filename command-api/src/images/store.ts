/**
 * The store of galleries' images: where each lies, and whether a gallery has taken it
 * (`service-kit/private-schema/tables.ts`).
 */
import type { Pool } from 'pg';
import { KeyDestroyed } from 'service-kit/event-log/port';
import type { Picture } from './picture.ts';

/** The form of the upload's answer, and of a gallery's reference. */
export interface StoredImage {
  readonly imageId: string;
  /** A path of this installation, or an address of the team's image service. */
  readonly image: string;
  readonly thumbnail: string;
}
interface Owner {
  readonly imageId: string;
  readonly admissionId: string;
  readonly teamId: string;
  readonly patientId: string;
  readonly uploadedBy: string;
}
/** An image in the built-in store that no known event refers to, and that was not checked for a day. */
export interface UnusedImage {
  readonly imageId: string;
  readonly admissionId: string;
  readonly image: string;
  /** The time of the last check. A check or a claim since then wins over a removal. */
  readonly lookedAt: string;
}
export interface StorageUsage {
  /** Images of the admission, here and at an image service, those of removed groups too: history shows them. */
  readonly images: number;
  /** Bytes of the team in the built-in store. */
  readonly bytes: number;
}

export interface ImageStore {
  /** The image of a repeated upload. */
  find(imageId: string): Promise<StoredImage | undefined>;

  usage(where: Pick<Owner, 'admissionId' | 'teamId'>): Promise<StorageUsage>;
  /**
   * Stores an image in the built-in store. A repeat keeps the first one.
   * @throws KeyDestroyed if the patient was deleted meanwhile
   */
  store(owner: Owner, picture: Picture): Promise<StoredImage>;
  /**
   * Stores the addresses of an image at the team's image service. A repeat keeps the first ones.
   * @throws KeyDestroyed if the patient was deleted meanwhile
   */
  storeAddress(owner: Owner, elsewhere: Pick<StoredImage, 'image' | 'thumbnail'>): Promise<StoredImage>;
  /**
   * @returns those of `images` that were uploaded to this admission. They are not swept for a day: a gallery takes
   * them.
   */
  claim(admissionId: string, images: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Images of a chart now belong to another one. May be repeated. If the other patient was deleted meanwhile, their
   * images are removed.
   * @param places.revision of the move on the stream of `from`
   */
  move(
    images: readonly string[],
    places: { from: string; to: string; patientId: string; revision: bigint },
  ): Promise<void>;
  /**
   * The longest unchecked first. Images at an image service are not among them: they stay until a person removes them.
   */
  findUnused(limit: number): Promise<UnusedImage[]>;
  /** An event refers to the image: it stays as long as its patient. */
  markUsed(imageId: string): Promise<void>;
  /** The check could not decide: the image is checked again in a day. */
  postpone(image: UnusedImage): Promise<void>;
  /** No event refers to the image. @returns whether it was removed: false after another check or a claim */
  remove(image: UnusedImage): Promise<boolean>;
  /** @returns the addresses of the images at an image service, where they stay */
  removeOfPatient(patientId: string): Promise<string[]>;
  /** As `removeOfPatient`. */
  removeOfAdmissions(admissionIds: readonly string[]): Promise<string[]>;
}

export const imagePath = (imageId: string): string => `/api/images/${imageId}`;
const idIn = (image: string): string => /^\/api\/images\/([^/]+)$/.exec(image)?.[1] ?? '';

interface Row {
  image_id: string;
  address: string | null;
  thumbnail_address: string | null;
}
const stored = (row: Row): StoredImage => ({
  imageId: row.image_id,
  image: row.address ?? imagePath(row.image_id),
  thumbnail: row.thumbnail_address ?? `${imagePath(row.image_id)}/thumbnail`,
});

const alreadyStored = /* sql */ `
select (select count(*)::int from images.image where admission_id = $1) as images,
       (select coalesce(sum(bytes), 0)::float8 from images.image where team_id = $2) as bytes`;

export function createImageStore(pool: Pool): ImageStore {
  const find = async (imageId: string): Promise<StoredImage | undefined> => {
    const { rows } = await pool.query<Row>(
      'select image_id, address, thumbnail_address from images.image where image_id = $1',
      [imageId],
    );
    return rows[0] && stored(rows[0]);
  };
  const insert = async (
    { imageId, admissionId, teamId, patientId, uploadedBy }: Owner,
    columns: Readonly<Record<string, string | number | Buffer>>,
  ): Promise<StoredImage> => {
    const values = Object.values(columns);
    const typeOf = (value: unknown): string =>
      Buffer.isBuffer(value) ? 'bytea' : typeof value === 'number' ? 'bigint' : 'text';
    const places = values.map((value, index) => `$${index + 6}::${typeOf(value)}`).join(', ');
    const names = Object.keys(columns).join(', ');
    // The lock makes a deletion of the patient wait, so that it finds this image too. After a deletion nothing is
    // stored.
    await pool.query(
      `insert into images.image (image_id, admission_id, patient_id, uploaded_by, team_id, ${names})
       select $1, $2, $3, $4, $5, ${places} from accounts.patient_key
       where patient_id = $3 and destroyed_at is null for share
       on conflict do nothing`,
      [imageId, admissionId, patientId, uploadedBy, teamId, ...values],
    );
    const image = await find(imageId);
    if (!image) throw new KeyDestroyed('The patient was deleted while an image was being stored');
    return image;
  };
  const removed = async (condition: string, value: string | readonly string[]): Promise<string[]> => {
    const { rows } = await pool.query<{ address: string | null }>(
      `delete from images.image where ${condition} returning address`,
      [value],
    );
    return rows.flatMap(({ address }) => address ?? []);
  };
  return {
    find,
    async usage({ admissionId, teamId }) {
      const { rows } = await pool.query<StorageUsage>(alreadyStored, [admissionId, teamId]);
      return rows[0] ?? { images: 0, bytes: 0 };
    },
    store: (owner, { contentType, content, thumbnail }) =>
      insert(owner, { content_type: contentType, content, thumbnail, bytes: content.length + thumbnail.length }),
    storeAddress: (owner, { image, thumbnail }) => insert(owner, { address: image, thumbnail_address: thumbnail }),
    async claim(admissionId, images) {
      const { rows } = await pool.query<Row>(
        `update images.image set looked_at = now()
         where admission_id = $1 and (address = any ($2) or (address is null and image_id = any ($3)))
         returning image_id, address, thumbnail_address`,
        [admissionId, images, images.map(idIn)],
      );
      return new Set(rows.map((row) => stored(row).image));
    },
    async move(images, { from, to, patientId, revision }) {
      const moved = [from, images, images.map(idIn)];
      const isMoved = 'admission_id = $1 and (address = any ($2) or (address is null and image_id = any ($3)))';
      // The lock makes a deletion of the patient wait, as with a new image.
      await pool.query(
        `with owner as (
           select from accounts.patient_key where patient_id = $5 and destroyed_at is null for share
         )
         update images.image set admission_id = $4, patient_id = $5, looked_at = now(), unused_since = null,
           moves = moves || jsonb_build_object('admission', admission_id, 'patient', patient_id, 'revision', $6::bigint)
         where ${isMoved} and exists (select from owner)`,
        [...moved, to, patientId, revision],
      );
      await pool.query(
        `delete from images.image where ${isMoved} and exists (
           select from accounts.patient_key where patient_id = $4 and destroyed_at is not null)`,
        [...moved, patientId],
      );
    },
    async findUnused(limit) {
      const { rows } = await pool.query<{ image_id: string; admission_id: string; looked_at: string }>(
        `select image_id, admission_id, looked_at::text from images.image
         where unused_since is not null and address is null and looked_at < now() - interval '1 day'
         order by looked_at limit $1`,
        [limit],
      );
      return rows.map((row) => ({
        imageId: row.image_id,
        image: imagePath(row.image_id),
        admissionId: row.admission_id,
        lookedAt: row.looked_at,
      }));
    },
    async markUsed(imageId) {
      await pool.query('update images.image set looked_at = now(), unused_since = null where image_id = $1', [imageId]);
    },
    async postpone({ imageId, lookedAt }) {
      await pool.query(
        'update images.image set looked_at = now() where image_id = $1 and looked_at = $2::timestamptz',
        [imageId, lookedAt],
      );
    },
    async remove({ imageId, lookedAt }) {
      return (
        (
          await pool.query('delete from images.image where image_id = $1 and looked_at = $2::timestamptz', [
            imageId,
            lookedAt,
          ])
        ).rowCount === 1
      );
    },
    removeOfPatient: (patientId) => removed('patient_id = $1', patientId),
    removeOfAdmissions: (admissionIds) => removed('admission_id = any ($1)', admissionIds),
  };
}
