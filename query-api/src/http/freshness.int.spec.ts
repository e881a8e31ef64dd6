import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hospital, openHospital } from '../testing/hospital.ts';

let hospital: Hospital;
beforeAll(async () => {
  hospital = await openHospital();
});
afterAll(() => hospital.stop());

const reviews = (readAfter: string) => hospital.get('/api/reviews/listAdmissionReviews/adm-1', { token: hospital.tokens.karim, readAfter });

test('what is there already is answered at once', async () => expect(await reviews('admission-adm-1@9')).toMatchObject({ status: 200, stale: false }));

test('a read waits for the projection', async () => {
  const answered = reviews('admission-adm-1@10');
  await hospital.project('admission-adm-1', 10);
  await hospital.notice({ stream: 'admission-adm-1', revision: '10', teamId: 'icu' });
  expect(await answered).toMatchObject({ status: 200, stale: false });
});

test('what does not come within two seconds is answered as stale', async () => expect(await reviews('admission-adm-1@999')).toMatchObject({ status: 200, stale: true }));

test('a thing that is not there yet is 404 and stale', async () =>
  expect(await hospital.get('/api/admissions/coming/details', { token: hospital.tokens.karim, readAfter: 'admission-coming@0' })).toMatchObject({ status: 404, stale: true }));

test('a stream that the answer does not come from makes nothing stale', async () => {
  for (const stream of ['access-icu-2025-02@5', 'admission-adm-0@999', 'drug-x@4', 'patient-pat-1@999']) expect(await reviews(stream)).toMatchObject({ status: 200, stale: false });
  expect(await hospital.get('/api/specialties', { readAfter: 'team-icu@999' })).toMatchObject({ status: 200, stale: false });
});

test('a header that makes no sense is 400', async () => {
  for (const header of ['nonsense', '@', 'admission-adm-1@', 'admission-adm-1@-1', 'admission-adm-1@1.5', 'admission-adm-1@99999999999999999999'])
    expect(await reviews(header)).toMatchObject({ status: 400, body: { code: 'invalid' } });
});

test('a stream that stands still is stale, asked or not', async () => {
  await hospital.rows.query(`insert into parked_stream (projection, stream, from_revision, event_type, error) values ('clinical', 'admission-adm-1', 11, 'ReviewAdded', 'poison')`);
  expect(await hospital.get('/api/reviews/listAdmissionReviews/adm-1', { token: hospital.tokens.karim })).toMatchObject({ status: 200, stale: true });
  expect(await reviews('admission-adm-1@11')).toMatchObject({ status: 200, stale: true });
  await hospital.rows.query('delete from parked_stream');
  expect(await hospital.get('/api/reviews/listAdmissionReviews/adm-1', { token: hospital.tokens.karim })).toMatchObject({ stale: false });
});
