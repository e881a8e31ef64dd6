/**
 * What is made of an uploaded file: known by its content, turned upright, without metadata (a phone writes place and time into it), with
 * a thumbnail. Re-encoding also leaves nothing of whatever else may have been hidden in the file.
 */
import sharp from 'sharp';
import { limits } from '../domain/codes.ts';
import { type Refusal, refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from '../service/http.ts';
import { turns } from '../service/turns.ts';

export interface Picture {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly content: Buffer;
  /** WebP. */
  readonly thumbnail: Buffer;
}

/** Decoded, a pixel takes three or four bytes; the largest phone cameras take 50 million. */
const MOST_PIXELS = 50_000_000;
const THUMBNAIL_PX = 320;
/** Decoding is what takes memory: two of the largest at once are 400 MB. */
const AT_ONCE = 2;

// No other decoder ever sees what a stranger sends; nothing decoded is kept.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

const ascii = (bytes: Buffer, from: number, text: string): boolean => bytes.subarray(from, from + text.length).equals(Buffer.from(text, 'latin1'));

/** By the first bytes, whatever name and type the sender gave. */
export function contentTypeOf(bytes: Buffer): Picture['contentType'] | undefined {
  if (ascii(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (ascii(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP')) return 'image/webp';
  return undefined;
}

const inTurn = turns(AT_ONCE, Infinity);

/**
 * @param mostBytes of what is made of it
 * @throws HttpProblem 415 when it is no JPEG, PNG or WebP that can be shown, 413 when it has too many pixels, or takes more bytes than it may
 */
export const pictureOf = (bytes: Buffer, mostBytes: number = limits.storedImage): Promise<Picture> =>
  inTurn(async () => {
    const contentType = contentTypeOf(bytes);
    if (!contentType) throw notShowable();
    const read = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' });
    try {
      const upright = read.autoOrient();
      const content = await (contentType === 'image/jpeg' ? upright.jpeg({ quality: 88 }) : contentType === 'image/png' ? upright.png() : upright.webp({ quality: 88 })).toBuffer();
      if (content.length > mostBytes) throw refused(refusal('image-too-large-once-stored', { megabytes: Math.floor(mostBytes / 1024 / 1024) }));
      const thumbnail = await sharp(content, { limitInputPixels: MOST_PIXELS })
        .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 75 })
        .toBuffer();
      return { contentType, content, thumbnail };
    } catch (error) {
      if (error instanceof HttpProblem) throw error;
      if (error instanceof Error && error.message.includes('exceeds pixel limit')) throw refused(refusal('too-many-pixels'));
      // What the library says of a broken file is for developers.
      throw notShowable();
    }
  });

const refused = (why: Refusal): HttpProblem => new HttpProblem(why, { field: 'image' });
const notShowable = (): HttpProblem => refused(refusal('not-an-image'));
