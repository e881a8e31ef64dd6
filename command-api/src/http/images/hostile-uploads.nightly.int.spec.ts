import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { flatPng } from '../../testing/hostile-images.ts';
import { picture, png, uploadImages, type Uploaded } from '../../testing/image-uploads.ts';
import { MARK, noImages, statedNames, taken } from '../../testing/polyglot-images.ts';
import { openWard, startTestEnvironment, type TestEnvironment, type Ward } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const upload = (file: Buffer): Promise<Uploaded> => uploadImages(environment, ward.mona, ward.admission._id, [file]);

interface Stored {
  readonly content: Buffer;
  readonly thumbnail: Buffer;
  readonly content_type: string;
}
/** The bytes as they lie in the database. */
async function stored({ body }: Uploaded): Promise<Stored> {
  const { rows } = await environment.pool.query<Stored>(
    'select content, thumbnail, content_type from images.image where image_id = $1',
    [body.images[0]?._id],
  );
  const [row] = rows;
  if (!row) throw new Error('The image was not stored');
  return row;
}

/** The parts that a decoder does not need: metadata, other files, markup. */
const foreign = new RegExp(`${MARK}|<script|%PDF|PK\\x03\\x04|xmpmeta|8BIM|Exif|EXIF|eXIf|GPS|iCCP|ICC_PROFILE|ICCP`);

test.each(taken)('%s is stored as its picture alone', async (_, make) => {
  const file = await make();
  const answer = await upload(file);
  expect(answer.status).toBe(201);
  const { content, thumbnail, content_type: type } = await stored(answer);
  for (const bytes of [content, thumbnail]) {
    expect(foreign.exec(bytes.toString('latin1'))).toBeNull();
    const { exif, icc, xmp, iptc, format } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, iptc }).toEqual({});
    expect(bytes === content ? `image/${format}` : format).toBe(bytes === content ? type : 'webp');
  }
});

test.each(noImages)('%s is refused as no image', async (_, make) => {
  expect(await upload(await make())).toMatchObject({
    status: 415,
    body: { code: 'unsupported', message: 'This is no JPEG, PNG or WebP image' },
  });
});

test.each([
  ['a PNG of 50,000 × 50,000 pixels', () => flatPng({ width: 50_000, height: 1 }), 50_000],
  ['a WebP whose head says 16,000 × 16,000', async () => webpThatSays(16_000), 16_000],
])('%s is refused before it is decoded', async (_, make, side) => {
  const file = await make();
  if (side === 50_000) file.writeUInt32BE(side, 20);
  const answer = await upload(file);
  expect(answer).toMatchObject({ status: 413, body: { code: 'tooLarge' } });
  expect(answer.body.message).toMatch(
    /^This image (is more than 16384 pixels wide or high|has more than 50 million pixels)$/,
  );
});

/** A small WebP whose canvas is stated otherwise. */
async function webpThatSays(side: number): Promise<Buffer> {
  const file = await picture().ensureAlpha(0.5).webp().toBuffer();
  if (file.toString('latin1', 12, 16) !== 'VP8X') throw new Error('The WebP has no canvas');
  file.writeUIntLE(side - 1, 24, 3);
  file.writeUIntLE(side - 1, 27, 3);
  return file;
}

test('of an animation the first frame is stored', async () => {
  const frames = sharp(Buffer.alloc(60 * 40 * 3 * 20, 7), {
    raw: { width: 60, height: 800, channels: 3, pageHeight: 40 },
  });
  const answer = await upload(await frames.webp({ loop: 0, delay: 20 }).toBuffer());
  expect(answer.status).toBe(201);
  expect(await sharp((await stored(answer)).content, { animated: true }).metadata()).not.toHaveProperty('delay');
});

test.each(statedNames)('the stated name %j and type %j mean nothing', async (name, type) => {
  const boundary = 'boundary-of-the-form';
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="${name}"\r\n` +
    `${type && `content-type: ${type}\r\n`}\r\n`;
  const answer = await fetch(`${environment.url}/api/admissions/${ward.admission._id}/images`, {
    method: 'POST',
    body: new Uint8Array(
      Buffer.concat([Buffer.from(head, 'utf8'), await png(), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    ),
    headers: {
      authorization: `bearer ${ward.mona.me.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const body = (await answer.json()) as Uploaded['body'];
  expect([201, 400]).toContain(answer.status);
  if (answer.status === 400) {
    expect(body.message).not.toContain('passwd');
    return;
  }
  expect((await stored({ status: 201, body })).content_type).toBe('image/png');
  expect(JSON.stringify(body)).not.toMatch(/passwd|system32|exe|html|Set-Cookie/);
});

// Each image is decoded in a process of its own, which takes most of a second on a busy machine.
test('thirty images are uploaded at once', async () => {
  const small = await picture(1, 1).png().toBuffer();
  const thirty = Array.from({ length: 30 }, () => small);
  const { body } = await uploadImages(environment, ward.mona, ward.admission._id, thirty);
  expect(body.images).toHaveLength(30);
});
