import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Admission, Answer, Patient, Team } from 'language/contract/entities';
import {
  type Caller,
  startTestEnvironment,
  openWard,
  type Headers,
  type TestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';
import sharp from 'sharp';
import { photo, png, uploadImages, type Uploaded } from '../testing/image-uploads.ts';

let service: Awaited<ReturnType<typeof openImageService>>;
let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  service = await openImageService();
  environment = await startTestEnvironment({ IMAGE_SERVICE_URL: service.url });
  ward = await openWard(environment);
});
afterAll(async () => {
  await environment.stop();
  await service.stop();
});

const upload = (
  files: readonly Buffer[],
  {
    by = ward.mona,
    admission = ward.admission._id,
    ...more
  }: { by?: Caller; admission?: string; headers?: Headers; field?: string } = {},
): Promise<Uploaded> => uploadImages(environment, by, admission, files, more);

const rowOf = async (imageId: string) =>
  (
    await environment.pool.query<{
      bytes: string;
      content: Buffer;
      thumbnail: Buffer;
      content_type: string;
      admission_id: string;
      patient_id: string;
      uploaded_by: string;
      address: string | null;
    }>('select * from images.image where image_id = $1', [imageId])
  ).rows[0]!;

describe("at the team's own image service", () => {
  let team: Team;
  let admission: string;
  beforeAll(async () => {
    team = (await ward.mona.post<Team>('/api/teams', { name: 'CCU', specialty: 2 })).body;
    const { body: patient } = await ward.mona.post<Patient>('/api/patients', {
      team: team._id,
      firstName: 'سعاد',
      birthdate: '1960-01-01',
    });
    admission = (
      await ward.mona.post<Answer<Admission>>('/api/admissions', { patient: patient._id, admissionDate: '2025-03-01' })
    ).body._id;
  });
  beforeEach(() => service.answer(200));
  const account = (cloudName: string, uploadPreset: string) =>
    ward.mona.put<Team>(`/api/teams/${team._id}/edit`, { cloudName, uploadPreset });

  test('needs an upload preset, and a cloud name with it', async () => {
    await account('', '');
    expect(await upload([await png()], { admission })).toMatchObject({
      status: 409,
      body: { message: "Set the team's upload preset first" },
    });
    await account('', 'gallery');
    expect(await upload([await png()], { admission })).toMatchObject({
      status: 409,
      body: { message: "Set the team's cloud name first" },
    });
  });

  test('an image is uploaded unsigned with the preset, without metadata, and not stored here', async () => {
    expect((await account('ward-three', 'gallery')).body).toMatchObject({
      cloudName: 'ward-three',
      uploadPreset: 'gallery',
    });
    const { status, body } = await upload([await photo()], { admission });
    expect(status).toBe(201);
    expect(body.images).toEqual([
      {
        _id: body.images[0]!._id,
        image: `${service.url}/ward-three/image/upload/v1/abc.jpg`,
        thumbnail: `${service.url}/ward-three/image/upload/c_limit,h_320,w_320/v1/abc.jpg`,
      },
    ]);
    expect(service.asked).toMatchObject({ path: '/v1_1/ward-three/image/upload', preset: 'gallery' });
    expect(await sharp(service.asked!.file).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    expect(service.asked!.file.toString('latin1')).not.toMatch(/Photographer|GPS|Exif/);
    expect(await rowOf(body.images[0]!._id)).toMatchObject({
      content: null,
      thumbnail: null,
      address: body.images[0]!.image,
    });
  });

  test.each([
    [
      'refuses',
      400,
      {
        status: 400,
        body: {
          code: 'invalid',
          message: "The team's image service refused the image: check its cloud name and upload preset",
        },
      },
    ],
    ['does not know the account', 401, { status: 400, body: { code: 'invalid' } }],
    ['has too much to do', 429, { status: 503, body: { code: 'unavailable' } }],
    [
      'fails',
      500,
      {
        status: 503,
        body: { code: 'unavailable', message: "The team's image service does not answer, please try again" },
      },
    ],
    ['answers nonsense', 299, { status: 503, body: { code: 'unavailable' } }],
    ['points elsewhere', 302, { status: 503, body: { code: 'unavailable' } }],
    ['hangs up', 0, { status: 503, body: { code: 'unavailable' } }],
  ])('a service that %s has an answer with a sentence', async (_, status, expected) => {
    await account('ward-three', 'gallery');
    service.answer(status);
    expect(await upload([await png()], { admission })).toMatchObject(expected);
  });
});

/** A local server with the used part of the public upload API. */
async function openImageService() {
  let status = 200;
  const asked: { last?: { path: string; preset: string; file: Buffer } } = {};
  const server: Server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (status === 0) return void request.socket.destroy();
      const form = await new Response(new Uint8Array(Buffer.concat(parts)), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData();
      asked.last = {
        path: request.url ?? '',
        preset: String(form.get('upload_preset')),
        file: Buffer.from(await (form.get('file') as File).arrayBuffer()),
      };
      response.writeHead(status === 299 ? 200 : status, {
        'content-type': 'application/json',
        ...(status === 302 ? { location: '/elsewhere' } : {}),
      });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      response.end(
        JSON.stringify(
          status === 200
            ? { public_id: 'abc', secure_url: `${url}/ward-three/image/upload/v1/abc.jpg` }
            : status === 299
              ? { secure_url: 'javascript:alert(1)' }
              : { error: { message: 'Upload preset not found' } },
        ),
      );
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next: number) => void (status = next),
    get asked() {
      return asked.last;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
