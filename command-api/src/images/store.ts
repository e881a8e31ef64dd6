/** Images of galleries: where they lie, and whether a gallery holds them. `tables.ts` says what is kept. */
import type { Pool } from 'pg';
import { KeyDestroyed } from '../event-log/port.ts';
import type { Picture } from './picture.ts';

/** As the upload answers it, and as a gallery refers to it. */
export interface StoredImage {
  readonly imageId: string;
  /** A path of this installation, or an address of the team's image service. */
  readonly image: string;
  readonly thumbnail: string;
}
interface Owner {
  readonly imageId: string;
  readonly admissionId: string;
  readonly patientId: string;
  readonly uploadedBy: string;
}
/** Nobody has looked for a day whether a gallery holds it. */
export interface Unseen {
  readonly imageId: string;
  readonly admissionId: string;
  readonly image: string;
  /** False: no gallery held it a day ago, or it was uploaded then. */
  readonly wasUsed: boolean;
  /** Of the last look: whoever has looked since wins. */
  readonly lookedAt: string;
}

export interface ImageStore {
  /** The image of an upload that is repeated. */
  find(imageId: string): Promise<StoredImage | undefined>;
  /** In the built-in store. A repeat keeps what is there. @throws KeyDestroyed when the patient has been deleted meanwhile */
  keep(owner: Owner, picture: Picture): Promise<StoredImage>;
  /** At the team's image service. A repeat keeps what is there. @throws KeyDestroyed when the patient has been deleted meanwhile */
  point(owner: Owner, elsewhere: Pick<StoredImage, 'image' | 'thumbnail'>): Promise<StoredImage>;
  /**
   * For a gallery that is about to take them: those of `images` that were uploaded to this admission. They are not swept for a day,
   * in which the gallery is written.
   */
  claim(admissionId: string, images: readonly string[]): Promise<ReadonlySet<string>>;
  longestUnseen(limit: number): Promise<Unseen[]>;
  /** Writes down what a look has shown; an image that was not used then and is not now is removed. @returns true where it was */
  seen(image: Unseen, isUsed: boolean): Promise<boolean>;
  removeOfPatient(patientId: string): Promise<void>;
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

export function createImageStore(pool: Pool): ImageStore {
  const find = async (imageId: string): Promise<StoredImage | undefined> => {
    const { rows } = await pool.query<Row>('select image_id, address, thumbnail_address from images.image where image_id = $1', [imageId]);
    return rows[0] && stored(rows[0]);
  };
  const insert = async ({ imageId, admissionId, patientId, uploadedBy }: Owner, columns: string, values: readonly unknown[]): Promise<StoredImage> => {
    const places = values.map((value, index) => `$${index + 5}::${Buffer.isBuffer(value) ? 'bytea' : 'text'}`).join(', ');
    // The lock makes a deletion of the patient wait, so that it finds this image too; after it, nothing is stored any more.
    await pool.query(
      `insert into images.image (image_id, admission_id, patient_id, uploaded_by, ${columns})
       select $1, $2, $3, $4, ${places} from accounts.patient_key where patient_id = $3 and destroyed_at is null for share
       on conflict do nothing`,
      [imageId, admissionId, patientId, uploadedBy, ...values],
    );
    const image = await find(imageId);
    if (!image) throw new KeyDestroyed('The patient was deleted while an image was being stored');
    return image;
  };
  return {
    find,
    keep: (owner, { contentType, content, thumbnail }) => insert(owner, 'content_type, content, thumbnail', [contentType, content, thumbnail]),
    point: (owner, { image, thumbnail }) => insert(owner, 'address, thumbnail_address', [image, thumbnail]),
    async claim(admissionId, images) {
      const { rows } = await pool.query<Row>(
        `update images.image set looked_at = now()
         where admission_id = $1 and (address = any ($2) or (address is null and image_id = any ($3))) returning image_id, address, thumbnail_address`,
        [admissionId, images, images.map(idIn)],
      );
      return new Set(rows.map((row) => stored(row).image));
    },
    async longestUnseen(limit) {
      const { rows } = await pool.query<Row & { admission_id: string; was_used: boolean; looked_at: string }>(
        `select image_id, address, thumbnail_address, admission_id, unused_since is null as was_used, looked_at::text from images.image
         where looked_at < now() - interval '1 day' order by looked_at limit $1`,
        [limit],
      );
      return rows.map((row) => ({ imageId: row.image_id, image: stored(row).image, admissionId: row.admission_id, wasUsed: row.was_used, lookedAt: row.looked_at }));
    },
    async seen({ imageId, wasUsed, lookedAt }, isUsed) {
      const asSeen = [imageId, lookedAt];
      const where = 'where image_id = $1 and looked_at = $2::timestamptz';
      if (isUsed || wasUsed) {
        await pool.query(`update images.image set looked_at = now(), unused_since = ${isUsed ? 'null' : 'now()'} ${where}`, asSeen);
        return false;
      }
      return (await pool.query(`delete from images.image ${where}`, asSeen)).rowCount === 1;
    },
    async removeOfPatient(patientId) {
      await pool.query('delete from images.image where patient_id = $1', [patientId]);
    },
  };
}
