import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Patient } from 'language/contract/entities';
import { createImageStore } from './store.ts';
import { sweepImages } from './sweep.ts';
import { createLogger } from 'service-kit/process/logger';
import {
  type Caller,
  key,
  startTestEnvironment,
  openWard,
  type Headers,
  type TestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';
import { png, uploadImages, type Uploaded } from '../testing/image-uploads.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const upload = (
  files: readonly Buffer[],
  {
    by = ward.mona,
    admission = ward.admission._id,
    ...more
  }: { by?: Caller; admission?: string; headers?: Headers; field?: string } = {},
): Promise<Uploaded> => uploadImages(environment, by, admission, files, more);

describe('sweeping', () => {
  const sweep = () =>
    sweepImages({
      images: createImageStore(environment.pool),
      log: environment.log,
      logger: createLogger('sweep', 'silent'),
    });
  const aDayPasses = () =>
    environment.pool.query("update images.image set looked_at = looked_at - interval '25 hours'");
  const isThere = async (imageId: string) =>
    (await environment.pool.query('select from images.image where image_id = $1', [imageId])).rowCount === 1;
  const add = async (image: string, admission = ward.admission._id) =>
    (
      await ward.mona.post<{ _id: string }>(`/api/admissions/${admission}/gallery`, {
        title: 'X-ray',
        images: [{ image }],
      })
    ).body._id;
  const uploaded = async (admission = ward.admission._id) =>
    (await upload([await png()], { admission })).body.images[0]!;
  beforeAll(() => environment.pool.query('delete from images.image'));

  test('removes uploads that no gallery took within a day, and nothing sooner', async () => {
    const [held, unheld] = [await uploaded(), await uploaded()];
    expect(await sweep()).toBe(0);
    await add(held.image);
    await aDayPasses();
    expect(await sweep()).toBe(1);
    expect([await isThere(held._id), await isThere(unheld._id)]).toEqual([true, false]);
  });

  test('never removes an image that a gallery has had, checked before or after the removal of its group', async () => {
    const [before, after] = [await uploaded(), await uploaded()];
    const groups = [await add(before.image), await add(after.image)];
    await ward.mona.delete(`/api/admissions/${ward.admission._id}/gallery/${groups[1]}`);
    for (const group of [undefined, groups[0]]) {
      if (group !== undefined) await ward.mona.delete(`/api/admissions/${ward.admission._id}/gallery/${group}`);
      await aDayPasses();
      expect(await sweep()).toBe(0);
    }
    expect([await isThere(before._id), await isThere(after._id)]).toEqual([true, true]);
  });

  test('keeps the gallery of a deleted admission, and removes its unused uploads', async () => {
    const other = await ward.nextStay({ admissionDate: '2025-05-01' });
    const [shown, left] = [await uploaded(other._id), await uploaded(other._id)];
    await add(shown.image, other._id);
    expect((await ward.mona.delete(`/api/admissions/${other._id}`)).status).toBe(200);
    await aDayPasses();
    expect(await sweep()).toBe(1);
    expect([await isThere(shown._id), await isThere(left._id)]).toEqual([true, false]);
  });

  test('keeps the images of an admission with an unreadable event, and goes on with the others', async () => {
    const sick = await ward.nextStay({ admissionDate: '2025-05-01' });
    const [kept, unheld] = [await uploaded(sick._id), await uploaded()];
    await environment.spoil(`admission-${sick._id}`, 'GalleryGroupAdded', ward.patient._id);
    await aDayPasses();
    expect(await sweep()).toBe(1);
    expect([await isThere(kept._id), await isThere(unheld._id)]).toEqual([true, false]);
  });

  test('keeps the addresses at an image service: the deletion of the patient lists them', async () => {
    const { body: patient } = await ward.mona.post<Patient>('/api/patients', {
      team: ward.team._id,
      firstName: 'منى',
      birthdate: '1980-01-31',
    });
    const owner = {
      imageId: `left-${patient._id}`,
      admissionId: 'gone',
      teamId: ward.team._id,
      patientId: patient._id,
      uploadedBy: ward.mona.me._id,
    };
    await createImageStore(environment.pool).storeAddress(owner, {
      image: 'https://images.example/left',
      thumbnail: 'https://images.example/small',
    });
    await aDayPasses();
    expect(await sweep()).toBe(0);
    const once = key();
    expect(await ward.mona.delete(`/api/patients/${patient._id}`, once)).toMatchObject({
      status: 200,
      body: { _id: patient._id, imagesElsewhere: ['https://images.example/left'] },
    });
    // Only this answer has the addresses.
    expect((await ward.mona.delete<object>(`/api/patients/${patient._id}`, once)).body).not.toHaveProperty(
      'imagesElsewhere',
    );
  });

  test('never removes an image that a gallery has just claimed', async () => {
    const store = createImageStore(environment.pool);
    await environment.pool.query('delete from images.image');
    const { _id, image } = await uploaded();
    await aDayPasses();
    const [unseen] = await store.findUnused(1);
    expect(await store.claim(ward.admission._id, [image, '/api/images/other'])).toEqual(new Set([image]));
    expect(await store.remove(unseen!)).toBe(false);
    expect(await isThere(_id)).toBe(true);
    expect(await store.claim('another-admission', [image])).toEqual(new Set());
  });
});
