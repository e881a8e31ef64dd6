/** For `*.int.spec.ts` only: images, and their uploads over HTTP. */
import sharp, { type Sharp } from 'sharp';
import type { Problem, UploadedImages } from 'language/contract/entities';
import type { Caller, Headers, TestEnvironment } from './test-environment.ts';

export const red = { r: 200, g: 30, b: 30 };
export const picture = (width = 60, height = 40): Sharp =>
  sharp({ create: { width, height, channels: 3, background: red } });
export const png = (): Promise<Buffer> => picture().png().toBuffer();
/** A photo like a phone's: lying on its side, with the place where it was taken. */
export const photo = (): Promise<Buffer> =>
  picture(60, 40)
    .withExif({
      IFD0: { Copyright: 'Photographer', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 2/1 3/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

export interface Uploaded {
  readonly status: number;
  readonly body: UploadedImages & Problem;
}

export async function uploadImages(
  { url }: Pick<TestEnvironment, 'url'>,
  by: Caller,
  admission: string,
  files: readonly Buffer[],
  { headers = {}, field = 'image' }: { headers?: Headers; field?: string } = {},
): Promise<Uploaded> {
  const form = new FormData();
  for (const file of files)
    form.append(field, new Blob([new Uint8Array(file)], { type: 'text/html' }), '<script>.html');
  const answer = await fetch(`${url}/api/admissions/${admission}/images`, {
    method: 'POST',
    body: form,
    headers: { authorization: `bearer ${by.me.token}`, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Uploaded['body'] };
}
