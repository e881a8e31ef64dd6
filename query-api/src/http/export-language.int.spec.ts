import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CollectedReport } from 'language/contract/reports';
import { startTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const inAll = 'team=icu&startDate=2000-01-01&endDate=2099-12-31';
const reviews = `/api/reviews/export.csv?${inAll}`;
const errors = '/api/history/teams/icu/errors?format=csv';
/** As bytes: the byte order mark belongs to the file. */
const file = async (path: string, token = environment.tokens.mona): Promise<string> => {
  const answer = await fetch(environment.url + path, { headers: { authorization: `bearer ${token}` } });
  return Buffer.from(await answer.arrayBuffer()).toString('utf8');
};
const choose = (language: string) =>
  environment.rows.query(`update team set export_language = $1 where team_id = 'icu'`, [language]);
const headerOf = (text: string): string => text.split('\r\n')[0] ?? '';

test('exported files have the words of the language that the team has chosen, and the same lines', async () => {
  const english = [await file(reviews), await file(errors)];
  expect(english.map(headerOf)).toEqual([
    '\uFEFFReview date,Patient,Medical record number,Admission date,Reviewed by,Clinical note,Drug,Drug id,Error type,' +
      'Error type id,Severity,Severity in words,Answers that led to the severity,Response,Follow-up date,Rating,' +
      'Drug tags,Drug tag ids,PCNE codes,Recommendation,Review id,Entry id',
    expect.stringMatching(/^\uFEFFAt \(UTC\),At \(hospital’s time\),By,Changed,Drug,Drug id,Drug before,/),
  ]);
  await choose('ar');
  const arabic = [await file(reviews), await file(errors)];
  expect(arabic.map(headerOf)).toEqual([
    expect.stringMatching(/^\uFEFFتاريخ المراجعة,المريض,الرقم الطبي,/),
    expect.stringMatching(/^\uFEFFالوقت \(UTC\),الوقت \(بتوقيت المستشفى\),بواسطة,نوع التغيير,الدواء,/),
  ]);
  expect(arabic.map((text) => text.split('\r\n').length)).toEqual(english.map((text) => text.split('\r\n').length));
  expect(headerOf(await file(`${reviews}&bom=0&sep=;`))).toMatch(/^تاريخ المراجعة;المريض;/);
  await choose('eo');
  expect([await file(reviews), await file(errors)]).toEqual(english);
  await choose('en');
});

test('the lines of the JSON answer, which programs read, have English names in each language', async () => {
  const csv = async () =>
    ((await environment.get(`/api/reviews?${inAll}`, { token: environment.tokens.mona })).body as CollectedReport).csv;
  const english = await csv();
  await choose('ar');
  expect(await csv()).toEqual(english);
  await choose('en');
});

test('the language of one team is not that of another one, and no member learns more by it', async () => {
  await choose('ar');
  expect((await environment.get('/api/teams/ccu', { token: environment.tokens.sami })).body).toMatchObject({
    exportLanguage: 'en',
  });
  expect((await environment.get('/api/teams/icu', { token: environment.tokens.karim })).body).toMatchObject({
    exportLanguage: 'ar',
  });
  expect(await file(reviews, environment.tokens.karim)).toMatch(/"code":"forbidden"/);
  await choose('en');
});
