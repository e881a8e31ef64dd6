/**
 * What is made of an uploaded file: known by its content, turned upright, without metadata (a phone writes place and
 * time into it), with a thumbnail. Re-encoding also leaves nothing of whatever else may have been hidden in the file.
 */
import { limits } from '../domain/values/codes.ts';
import { type Refusal, refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import { createSemaphore } from 'service-kit/concurrency/semaphore';
import { decode, type Decoded } from './decoding.ts';
import { type ImageHeader, imageHeader } from './image-header.ts';

export interface Picture extends Decoded {
  readonly contentType: ImageHeader['contentType'];
}

/** The largest phone cameras take 50 million. */
const PIXELS_MAX = 50_000_000;
/**
 * Of each side. The libraries work by rows: measured 6.4 GB for a PNG of 6,250,000 × 8, 45 s for one of 1 × 49,900,000.
 */
const SIDE_PX_MAX = 16_384;

/** Decoded at once, in pixels of 8 bits a colour: one of the largest, or two. */
const PIXELS_AT_ONCE = PIXELS_MAX;
const DECODERS_MAX = 2;

/**
 * What one decoder may allocate. Measured (`npm run bench:images`) per pixel: WebP with transparency 26 bytes,
 * progressive JPEG 10, interlaced PNG of 16 bits 16; and Node with the image library 130 MB.
 */
const MEMORY_MB = 192;
const MEMORY_PER_PIXEL_BYTES = 28;
/**
 * Measured: 6 s for the slowest honest image (WebP, 50 million pixels). A progressive JPEG of 470 KB with 5,000 scans
 * takes minutes.
 */
const CPU_SECONDS = 20;
const TIME_MS = 60_000;

const inTurn = createSemaphore(PIXELS_AT_ONCE, Infinity);

/**
 * @param mostBytes of what is made of it
 * @param timeMs that a decoder may take
 * @throws HttpProblem 415 when it is no JPEG, PNG or WebP that can be shown, 413 when it has too many pixels, takes
 * more bytes than it may, or more memory or time to decode
 */
export async function pictureOf(
  bytes: Buffer,
  { mostBytes = limits.storedImage, timeMs = TIME_MS } = {},
): Promise<Picture> {
  const header = imageHeader(bytes);
  if (!header) throw notShowable();
  const { contentType } = header;
  const pixels = header.width * header.height;
  const weight = boundedWeight(header);
  const memoryMb = MEMORY_MB + Math.ceil((weight * MEMORY_PER_PIXEL_BYTES) / 1_000_000);
  const outcome = await inTurn(
    () => decode({ bytes, contentType, pixels }, { memoryMb, cpuSeconds: CPU_SECONDS, timeMs }),
    Math.max(weight, PIXELS_AT_ONCE / DECODERS_MAX),
  );
  // What the library says of a broken file is for developers.
  if ('failure' in outcome)
    throw outcome.failure === 'broken' ? notShowable() : refused(refusal('image-takes-too-much'));
  const { content, thumbnail } = outcome.picture;
  if (content.length > mostBytes)
    throw refused(refusal('image-too-large-once-stored', { megabytes: Math.floor(mostBytes / 1024 / 1024) }));
  return { contentType, content, thumbnail };
}

/** @returns pixels, counted as those of 8 bits a colour. @throws HttpProblem 413 beyond what is decoded */
function boundedWeight({ width, height, bitDepth }: ImageHeader): number {
  if (Math.max(width, height) > SIDE_PX_MAX) throw refused(refusal('image-side-too-long', { limit: SIDE_PX_MAX }));
  const pixels = width * height;
  if (pixels > PIXELS_MAX) throw refused(refusal('too-many-pixels'));
  const weight = (pixels * bitDepth) / 8;
  if (weight > PIXELS_MAX) throw refused(refusal('too-many-deep-pixels'));
  return weight;
}

const refused = (why: Refusal): HttpProblem => new HttpProblem(why, { field: 'image' });
const notShowable = (): HttpProblem => refused(refusal('not-an-image'));
