/**
 * Makes a picture of an uploaded file: known by its content, turned upright, without metadata (a phone writes place and
 * time into it), with a thumbnail. Re-encoding also drops all other data in the file.
 */
import { limits } from 'language/domain/values/codes';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import { createSemaphore } from 'service-kit/concurrency/semaphore';
import { completeJpeg } from './complete-jpeg.ts';
import { decode, type Decoded } from './decoding.ts';
import { type ImageHeader, imageHeader } from './image-header.ts';

export interface Picture extends Decoded {
  readonly contentType: ImageHeader['contentType'];
}

/** The largest phone cameras take 50 million pixels. */
const PIXELS_MAX = 50_000_000;
/**
 * The longest side. The libraries work by rows: measured 6.4 GB for a PNG of 6,250,000 × 8, 45 s for 1 × 49,900,000.
 */
const SIDE_PX_MAX = 16_384;

/** The pixels of 8 bits a colour that are decoded at once: one image of the largest size, or two smaller ones. */
const PIXELS_AT_ONCE = PIXELS_MAX;
const DECODERS_MAX = 2;

/**
 * The memory that one decoder may allocate. Measured (`npm run bench:images`) per pixel: WebP with transparency 26
 * bytes, progressive JPEG 10, interlaced PNG of 16 bits 16; and Node with the image library 130 MB.
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
 * @param maxBytes of the result
 * @param timeMs that a decoder may take
 * @throws HttpProblem 415 if it is not a JPEG, PNG or WebP that can be shown; 413 if it has too many pixels, its result
 * too many bytes, or its decoding needs too much memory or time
 */
export async function pictureOf(
  bytes: Buffer,
  { maxBytes = limits.storedImage, timeMs = TIME_MS } = {},
): Promise<Picture> {
  const header = imageHeader(bytes);
  if (!header) throw notShowable();
  const { contentType } = header;
  const pixels = header.width * header.height;
  const weight = boundedWeight(header);
  const memoryMb = MEMORY_MB + Math.ceil((weight * MEMORY_PER_PIXEL_BYTES) / 1_000_000);
  const whole = contentType === 'image/jpeg' ? completeJpeg(bytes) : { bytes, isCompleted: false };
  const outcome = await inTurn(
    () => decode({ ...whole, contentType, pixels }, { memoryMb, cpuSeconds: CPU_SECONDS, timeMs }),
    Math.max(weight, PIXELS_AT_ONCE / DECODERS_MAX),
  );
  // The library's message about a broken file is for developers.
  if ('failure' in outcome)
    throw outcome.failure === 'broken' ? notShowable() : refused(refusal('image-takes-too-much'));
  const { content, thumbnail } = outcome.picture;
  if (content.length > maxBytes)
    throw refused(refusal('image-too-large-once-stored', { megabytes: Math.floor(maxBytes / 1024 / 1024) }));
  return { contentType, content, thumbnail };
}

/** @returns the pixels; those of 16 bits a colour count twice. @throws HttpProblem 413 beyond the limits */
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
