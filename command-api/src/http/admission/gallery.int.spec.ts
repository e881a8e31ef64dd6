import { beforeAll, describe, expect, test } from 'vitest';
import type { Admission, Answer, GalleryChange, Problem, Team, UploadedImages } from 'language/contract/entities';
import {
  key,
  sharedTestEnvironment,
  openWard,
  type SharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

const admit = (): Promise<Answer<Admission>> => ward.nextStay({ admissionDetails: '<p>AF</p>' });
const edit = <Body = Answer<Admission>>(id: string, body: object, headers = {}) =>
  ward.omar.put<Body>(`/api/admissions/${id}/edit`, body, headers);
/** A PNG. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const notFound = { status: 404, body: { message: 'Not found', code: 'notFound', reason: 'not-found' } };
const forbidden = { status: 403, body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' } };

describe('the gallery', () => {
  const image = (name: string) => ({ image: `https://res.cloudinary.com/icu-cairo/image/upload/v1/${name}.jpg` });
  const group = (title: string, ...names: string[]) => ({ title, images: names.map(image) });
  beforeAll(async () => {
    const { body: team } = await ward.mona.put<Team>(`/api/teams/${ward.team._id}/edit`, {
      cloudName: 'icu-cairo',
      uploadPreset: 'unsigned',
    });
    expect(team).toMatchObject({ cloudName: 'icu-cairo', uploadPreset: 'unsigned' });
  });

  test("accepts addresses of uploads in the team's account at the image service", async () => {
    const { _id } = await admit();
    const names = ['v1712345678/wards/three/wound_1.jpg', 'c_limit,w_320/v1/wound (2).jpg', 'جرح.jpg'].map(
      (name) => new URL(`https://res.cloudinary.com/icu-cairo/image/upload/${name}`).href,
    );
    expect(
      await ward.omar.post(`/api/admissions/${_id}/gallery`, {
        title: 'Wound',
        images: names.map((name) => ({ image: name })),
      }),
    ).toMatchObject({ status: 201 });
  });

  test('gets titled groups, which are removed one by one', async () => {
    const { _id } = await admit();
    const once = key();
    const first = await ward.omar.post<Answer<GalleryChange>>(
      `/api/admissions/${_id}/gallery`,
      group(' Wound ', 'a', 'b'),
      once,
    );
    const wound = {
      _id: first.body._id,
      title: 'Wound',
      images: [image('a'), image('b')],
      userId: ward.omar.me._id,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    };
    expect(first).toEqual({
      status: 201,
      body: {
        admission: _id,
        ...wound,
        gallery: [wound],
        version: 1,
        stream: `admission-${_id}`,
        revision: 1,
      },
    });
    expect(await ward.omar.post(`/api/admissions/${_id}/gallery`, group(' Wound ', 'a', 'b'), once)).toEqual(first);
    const second = await ward.mona.post<Answer<GalleryChange>>(`/api/admissions/${_id}/gallery`, group('Rash', 'c'));
    expect(second.body.gallery.map(({ title }) => title)).toEqual(['Wound', 'Rash']);
    expect((await edit(_id, {})).body).toMatchObject({ version: 2, gallery: second.body.gallery });

    expect(await ward.hany.delete(`/api/admissions/${_id}/gallery/${first.body._id}`)).toEqual(forbidden);
    expect(await ward.sami.delete(`/api/admissions/${_id}/gallery/${first.body._id}`)).toEqual(notFound);
    expect(await ward.mona.delete<GalleryChange>(`/api/admissions/${_id}/gallery/${first.body._id}`)).toMatchObject({
      status: 200,
      body: { _id: first.body._id, title: 'Wound', gallery: [{ title: 'Rash' }], version: 3, revision: 3 },
    });
    expect(await ward.mona.delete(`/api/admissions/${_id}/gallery/${first.body._id}`)).toEqual(notFound);
  });

  test.each([
    ['no title', { title: '', images: [{ image: 'x' }] }, 'title'],
    ['no images', { title: 'Wound', images: [] }, 'images'],
    ['thirty-one images', group('Wound', ...Array.from({ length: 31 }, (_, n) => String(n))), 'images'],
    [
      'an image of another account',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com/other/image/upload/v1/a.jpg' }] },
      'images',
    ],
    [
      'an image of another host',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com.evil.test/icu-cairo/a.jpg' }] },
      'images',
    ],
    [
      'an image without TLS',
      { title: 'Wound', images: [{ image: 'http://res.cloudinary.com/icu-cairo/a.jpg' }] },
      'images',
    ],
    [
      'a way out of the account',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com/icu-cairo/../other/a.jpg' }] },
      'images',
    ],
    [
      'an image that the service would fetch elsewhere',
      {
        title: 'Wound',
        images: [{ image: 'https://res.cloudinary.com/icu-cairo/image/fetch/https://evil.example/a.jpg' }],
      },
      'images',
    ],
    [
      'a layer that the service would fetch elsewhere',
      {
        title: 'Wound',
        images: [
          {
            image:
              'https://res.cloudinary.com/icu-cairo/image/upload/l_fetch:aHR0cHM6Ly9ldmlsLmV4YW1wbGUvYS5qcGc/v1/a.jpg',
          },
        ],
      },
      'images',
    ],
    [
      'such a layer, encoded',
      {
        title: 'Wound',
        images: [{ image: 'https://res.cloudinary.com/icu-cairo/image/upload/l_fetch%3AaHR0cHM6Ly9l/v1/a.jpg' }],
      },
      'images',
    ],
    [
      'such a layer, encoded twice',
      {
        title: 'Wound',
        images: [{ image: 'https://res.cloudinary.com/icu-cairo/image/upload/l_fetch%253AaHR0cHM6Ly9l/v1/a.jpg' }],
      },
      'images',
    ],
    [
      'what is no image of the account',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com/icu-cairo/raw/upload/v1/a.html' }] },
      'images',
    ],
    [
      'an address with a question in it',
      { title: 'Wound', images: [{ image: 'https://res.cloudinary.com/icu-cairo/image/upload/v1/a.jpg?to=evil' }] },
      'images',
    ],
    ['a script', { title: 'Wound', images: [{ image: 'javascript:alert(1)' }] }, 'images'],
    ['a path of ours that is no image', { title: 'Wound', images: [{ image: '/api/patients/1' }] }, 'images'],
    ['an image that was never uploaded', { title: 'Wound', images: [{ image: '/api/images/nothing' }] }, 'images'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await ward.omar.post<Problem>(`/api/admissions/${ward.admission._id}/gallery`, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  test('accepts uploads to this admission, and no uploads to another', async () => {
    await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: 'local' });
    const [here, there] = [await admit(), await admit()];
    const form = new FormData();
    form.set('image', new Blob([onePixel], { type: 'image/png' }), 'wound.png');
    const upload = await fetch(`${environment.url}/api/admissions/${here._id}/images`, {
      method: 'POST',
      body: form,
      headers: { authorization: `bearer ${ward.mona.me.token}` },
    });
    const { images } = (await upload.json()) as UploadedImages;
    expect(images).toHaveLength(1);
    expect(await ward.omar.post(`/api/admissions/${there._id}/gallery`, { title: 'Wound', images })).toEqual({
      status: 400,
      body: {
        message: 'An image was not uploaded to this admission',
        code: 'invalid',
        reason: 'image-not-of-admission',
        fields: { images: 'An image was not uploaded to this admission' },
        fieldReasons: { images: { reason: 'image-not-of-admission' } },
      },
    });
    expect(await ward.omar.post(`/api/admissions/${here._id}/gallery`, { title: 'Wound', images })).toMatchObject({
      status: 201,
      body: { images: [{ image: images[0]!.image }] },
    });
    await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: 'unsigned' });
  });

  test('is for clinical pharmacists of the team only', async () => {
    expect(await ward.hany.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'))).toEqual(
      forbidden,
    );
    expect(await ward.sami.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'))).toEqual(
      notFound,
    );
  });

  test('keeps the groups of both when two people save the whole admission at once', async () => {
    const seen = await admit();
    const whole = {
      _id: seen._id,
      admissionDate: seen.admissionDate,
      admissionDetails: seen.admissionDetails,
      dischargeDate: null,
      dischargeNote: '',
      dischargeStatus: null,
    };
    await ward.mona.put(`/api/admissions/${seen._id}/edit`, {
      dischargeDate: '2025-03-09',
      dischargeStatus: 0,
      admissionDetails: '<p>newer</p>',
    });
    const [one, other] = await Promise.all([
      edit(seen._id, { ...whole, gallery: [group('Wound', 'a')] }),
      ward.mona.put<Answer<Admission>>(`/api/admissions/${seen._id}/edit`, { ...whole, gallery: [group('Rash', 'b')] }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const { body: stands } = await edit(seen._id, {});
    expect(stands).toMatchObject({ dischargeDate: '2025-03-09', admissionDetails: '<p>newer</p>' });
    expect(stands.gallery.map(({ title }) => title).toSorted()).toEqual(['Rash', 'Wound']);

    // A client of the contract deletes a group so: it sends the gallery without the group.
    const rest = {
      ...whole,
      admissionDetails: '<p>newer</p>',
      dischargeDate: '2025-03-09',
      dischargeStatus: 0,
      gallery: stands.gallery.filter(({ title }) => title === 'Rash'),
    };
    expect((await edit(seen._id, rest)).body.gallery).toHaveLength(2);
    const added = await ward.mona.post<GalleryChange>(`/api/admissions/${seen._id}/gallery`, group('Leg', 'c'));
    expect(
      (await edit(seen._id, rest, { 'if-match': String(stands.version) })).body.gallery.map(({ title }) => title),
    ).toEqual(['Rash', 'Leg']);
    expect(added.status).toBe(201);
  });

  test('needs an upload preset on the team', async () => {
    const once = key();
    const before = await ward.omar.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'), once);
    await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: '' });
    // A repeat gets its first answer, even though the preset is gone.
    expect(await ward.omar.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'), once)).toEqual(
      before,
    );
    const refusal = {
      status: 409,
      body: { message: "Set the team's upload preset first", code: 'conflict', reason: 'upload-preset-missing' },
    };
    expect(await ward.omar.post(`/api/admissions/${ward.admission._id}/gallery`, group('Wound', 'a'))).toEqual(refusal);
    expect(await edit(ward.admission._id, { gallery: [group('Wound', 'a')] })).toEqual(refusal);
    await ward.mona.put(`/api/teams/${ward.team._id}/edit`, { uploadPreset: 'local' });
  });
});
