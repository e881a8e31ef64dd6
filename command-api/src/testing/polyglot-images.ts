/** Files that are an image and something else at once, and images that carry what must not be stored. */
import { crc32 } from 'node:zlib';
import { photo, picture, png } from './image-uploads.ts';

/** Must be in no stored file. */
export const MARK = 'MARK-OF-WHAT-WAS-SENT';
const script = `<script>alert("${MARK}")</script>`;

/** A segment of a JPEG, after its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, data: string): Buffer {
  const content = Buffer.from(data, 'latin1');
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}
/** A chunk of a PNG, after its header. */
function withChunk(image: Buffer, name: string, data: string): Buffer {
  const named = Buffer.from(name + data, 'latin1');
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return Buffer.concat([image.subarray(0, 33), framed, image.subarray(33)]);
}

const jpeg = (): Promise<Buffer> => picture().jpeg().toBuffer();
const after = async (image: Promise<Buffer>, text: string): Promise<Buffer> =>
  Buffer.concat([await image, Buffer.from(text, 'latin1')]);
const zip = `PK\x03\x04\x14\0\0\0\0\0${'\0'.repeat(16)}\x08\0\0\0a.htm.js${MARK}PK\x05\x06${'\0'.repeat(18)}`;
const pdf = `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert("${MARK}"))>>>>endobj\ntrailer<</Root 1 0 R>>%%EOF`;

/** Images that are taken: what is stored is the picture, and nothing else of the file. */
export const taken: readonly (readonly [what: string, make: () => Promise<Buffer>])[] = [
  ['a JPEG with a page in its comment', async () => withSegment(await jpeg(), 0xfe, script)],
  ['a JPEG with a script in an application segment', async () => withSegment(await jpeg(), 0xe5, `*/=1;/*${script}*/`)],
  ['a JPEG with a PDF behind it', () => after(jpeg(), pdf)],
  ['a JPEG with a PDF in its comment', async () => withSegment(await jpeg(), 0xfe, pdf)],
  ['a JPEG with an archive behind it', () => after(jpeg(), zip)],
  ['a PNG with a page behind it', () => after(png(), script)],
  ['a PNG with a page in a text', async () => withChunk(await png(), 'tEXt', `Comment\0${script}`)],
  ['a PNG with a page in a chunk of its own', async () => withChunk(await png(), 'juNk', script)],
  ['a PNG with an archive behind it', () => after(png(), zip)],
  ['a WebP with a page behind it', () => after(picture().webp().toBuffer(), script)],
  [
    'a JPEG with XMP',
    async () =>
      withSegment(
        await jpeg(),
        0xe1,
        `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARK}</x:xmpmeta>`,
      ),
  ],
  [
    'a JPEG with IPTC',
    async () => withSegment(await jpeg(), 0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x20${MARK}`),
  ],
  [
    'a JPEG with the name of a person and a place',
    () =>
      picture()
        .withExif({
          IFD0: { Artist: MARK, Copyright: MARK, ImageDescription: MARK },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 2/1 3/1', GPSAreaInformation: MARK },
        })
        .jpeg()
        .toBuffer(),
  ],
  [
    'a PNG with Exif',
    () =>
      picture()
        .withExif({ IFD0: { Artist: MARK } })
        .png()
        .toBuffer(),
  ],
  [
    'a WebP with Exif',
    () =>
      picture()
        .withExif({ IFD0: { Artist: MARK } })
        .webp()
        .toBuffer(),
  ],
  ['a JPEG with a profile of its device', () => picture().withIccProfile('p3').jpeg().toBuffer()],
  ['a photo of a phone', photo],
];

/** Files that are refused as no image. */
export const noImages: readonly (readonly [what: string, make: () => Promise<Buffer> | Buffer])[] = [
  ['a GIF that is a script', () => Buffer.from(`GIF89a/*\x01\0\x01\0*/=1;alert("${MARK}")//;`, 'latin1')],
  ['a bitmap that is a script', () => Buffer.from(`BM=1;alert("${MARK}")`, 'latin1')],
  ['a page that names itself a JPEG later', async () => Buffer.concat([Buffer.from(script), await jpeg()])],
  ['an archive before a PNG', async () => Buffer.concat([Buffer.from(zip, 'latin1'), await png()])],
  ['a PDF before a JPEG', async () => Buffer.concat([Buffer.from(pdf, 'latin1'), await jpeg()])],
  ['an archive', () => Buffer.from(zip, 'latin1')],
  [
    'a drawing with a declaration',
    () => Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY a "${MARK}">]><svg/>`),
  ],
  ['a packed drawing', () => Buffer.from('\x1f\x8b\x08\0\0\0\0\0\0\x03', 'latin1')],
  ['a WebP that is a sound', () => Buffer.from(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(24)}`, 'latin1')],
  ['the first half of a PNG', async () => (await png()).subarray(0, 60)],
  ['the head of a WebP', async () => (await picture().webp().toBuffer()).subarray(0, 31)],
  ['the head of a JPEG', async () => (await jpeg()).subarray(0, 200)],
];

/** Names and types that a form may state. Neither is believed, kept or shown. */
export const statedNames: readonly (readonly [name: string, type: string])[] = [
  ['page.html', 'text/html'],
  ['drawing.svg', 'image/svg+xml'],
  ['../../../../etc/passwd', 'image/png'],
  ['C:\\Windows\\system32\\a.exe', 'application/x-msdownload'],
  ['a\0.png', 'image/png'],
  ['a\r\nSet-Cookie: x=y\r\n.png', 'image/png'],
  ['\u202Egnp.exe', 'image/jpeg'],
  [`${'a'.repeat(5_000)}.png`, 'image/png'],
  ['', ''],
];
