import { parse } from 'csv-parse/sync';
import { readXlsx, shownIn } from '../../testing/read-xlsx.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const inFebruary = '?team=icu&startDate=2025-02-01&endDate=2025-02-28';
const asMona = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${environment.url}${path}`, { headers: { authorization: `bearer ${environment.tokens.mona}`, ...headers } });

describe('a request', () => {
  test.each([
    ['no team', '?startDate=2025-02-01&endDate=2025-02-28', 'team', 'Choose a team'],
    ['no first day', '?team=icu&endDate=2025-02-28', 'startDate', 'Choose the start date'],
    ['no last day', '?team=icu&startDate=2025-02-28', 'endDate', 'Choose the end date'],
    [
      'a day that is none',
      '?team=icu&startDate=2025-02-30&endDate=2025-03-01',
      'startDate',
      'Enter a date as YYYY-MM-DD',
    ],
    [
      'days the wrong way round',
      '?team=icu&startDate=2025-02-02&endDate=2025-02-01',
      'endDate',
      'The end date is before the start date',
    ],
  ])('%s is 400 with a sentence', async (_what, query, field, sentence) => {
    for (const path of [
      '/api/reviews',
      '/api/reviews/export.csv',
      '/api/reviews/export.xlsx',
      '/api/reviews/searchProgress',
      '/api/reviews/errsByTypeDistribution',
      '/api/reviews/countsReviewPerDay',
      '/api/reviews/listReviewsPerTag',
    ])
      expect(await environment.get(`${path}${query}`, { token: environment.tokens.mona })).toMatchObject({
        status: 400,
        body: { code: 'invalid', fields: { [field]: sentence } },
      });
  });
  test('recurrent admissions need a team only', async () =>
    expect(
      await environment.get('/api/admissions/getRecurrentAdmissions', { token: environment.tokens.mona }),
    ).toMatchObject({ status: 400, body: { message: 'Choose a team' } }));
  test('bom must be 0 or 1', async () =>
    expect(
      await environment.get(`/api/reviews/export.csv${inFebruary}&bom=yes`, { token: environment.tokens.mona }),
    ).toMatchObject({ status: 400, body: { message: 'bom is 0 or 1' } }));
  test.each(['2025-01-01', 'yesterday', '2025-02-30T00:00:00Z', '2999-01-01T00:00:00Z'])(
    'asOf must be a past instant: %s',
    async (asOf) => {
      const refused = {
        status: 400,
        body: {
          code: 'invalid',
          fields: { asOf: 'This must be an instant that is over, such as 2026-03-12T09:40:00Z' },
        },
      };
      for (const path of [
        '/api/reviews',
        '/api/reviews/export.csv',
        '/api/reviews/searchProgress',
        '/api/reviews/errsByTypeDistribution',
        '/api/reviews/countsReviewPerDay',
        '/api/reviews/listReviewsPerTag',
      ])
        expect(
          await environment.get(`${path}${inFebruary}&asOf=${asOf}`, { token: environment.tokens.mona }),
        ).toMatchObject(refused);
      expect(
        await environment.get(`/api/admissions/getRecurrentAdmissions?team=icu&asOf=${asOf}`, {
          token: environment.tokens.mona,
        }),
      ).toMatchObject(refused);
    },
  );
  test('the later instant must not be before the earlier', async () =>
    expect(
      await environment.get(
        `/api/reviews/changedBetween${inFebruary}&report=2&asOf=2025-02-03T00:00:00Z&until=2025-02-02T00:00:00Z`,
        { token: environment.tokens.mona },
      ),
    ).toMatchObject({
      status: 400,
      body: { fields: { until: 'The later instant is before the earlier one' } },
    }));
  test('sep must be a comma or a semicolon', async () =>
    expect(
      await environment.get(`/api/reviews/export.csv${inFebruary}&sep=|`, { token: environment.tokens.mona }),
    ).toMatchObject({ status: 400, body: { message: 'sep is a comma or a semicolon' } }));
  test('can leave out the lines of the CSV', async () => {
    const [whole, without] = await Promise.all(
      ['', '&csv=0'].map((csv) =>
        environment.get(`/api/reviews${inFebruary}${csv}`, { token: environment.tokens.mona }),
      ),
    );
    expect(whole!.body).toMatchObject({ csv: expect.any(Array) });
    expect(without!.body).toEqual({ result: (whole!.body as { result: unknown }).result });
    expect(await environment.get(`/api/reviews${inFebruary}&csv=no`, { token: environment.tokens.mona })).toMatchObject(
      {
        status: 400,
        body: { message: 'csv is 0 or 1' },
      },
    );
  });
  test('Arabic digits in dates', async () =>
    expect(
      await environment.get(
        `/api/reviews/searchProgress?team=icu&startDate=${encodeURIComponent('٢٠٢٥-٠٢-٠١')}&endDate=2025-02-01`,
        { token: environment.tokens.mona },
      ),
    ).toMatchObject({ body: { total: 2 } }));
  test("another person's metrics are refused", async () =>
    expect(
      (
        await environment.get('/api/users/mona/metrics?startDate=2025-02-01&endDate=2025-02-28', {
          token: environment.tokens.karim,
        })
      ).status,
    ).toBe(403));
});

test('the admin of another team gets no CSV of a team where they are a member', async () => {
  await environment.rows.query(/* sql */ `
    insert into team_member (team_id, user_id, email, is_physic, can_edit, disabled, position)
    values ('icu', 'sami', 'sami@example.org', false, true, false, 9)`);
  const asSami = (path: string) => environment.get(`${path}${inFebruary}`, { token: environment.tokens.sami });
  for (const format of ['csv', 'xlsx']) expect((await asSami(`/api/reviews/export.${format}`)).status).toBe(403);
  expect((await asSami('/api/reviews')).body).not.toHaveProperty('csv');
  expect((await (await asMona(`/api/reviews${inFebruary}`)).json()) as object).toHaveProperty('csv');
  await environment.rows.query(`delete from team_member where team_id = 'icu' and user_id = 'sami'`);
});

test('an error type without a row has the label that this team has written', async () => {
  await environment.rows.query(/* sql */ `
    insert into review_entry (entry_id, review_id, admission_id, team_id, review_date, position, err_type,
                              err_type_label, err_drug, err_drug_label, err_note, version) values
      ('ours', 'rev-first', 'adm-1', 'icu', '2025-02-02', 9, 'gone', 'A label of ours', 'drug-a.0', '', '', 1),
      ('theirs', 'rev-ccu', 'adm-ccu', 'ccu', '2025-02-02', 1, 'gone', 'Their label', 'drug-a.0', '', '', 1)`);
  const path = `/api/reviews/errsByTypeDistribution${inFebruary}`;
  const { body } = await environment.get(path, { token: environment.tokens.mona });
  expect(JSON.stringify(body)).toContain('A label of ours');
  expect(JSON.stringify(body)).not.toContain('Their label');
  await environment.rows.query(`delete from review_entry where err_type = 'gone'`);
});

describe('the CSV', () => {
  test('is a file in UTF-8, with or without a byte order mark', async () => {
    const file = await asMona(`/api/reviews/export.csv${inFebruary}`);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="reviews-2025-02-01-to-2025-02-28.csv"',
      'cache-control': 'no-store',
    });
    const bytes = Buffer.from(await file.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const plain = await (await asMona(`/api/reviews/export.csv${inFebruary}&bom=0`)).text();
    expect(plain).toBe(bytes.subarray(3).toString());
    expect(plain.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'Review date',
      '2025-02-01',
      '2025-02-01',
      '2025-02-01',
      '2025-02-02',
      '',
    ]);
  });
  test('has semicolons and a decimal comma for an Excel that needs them', async () => {
    const [commas, semicolons] = await Promise.all(
      ['', '&sep=;'].map(async (sep) => (await asMona(`/api/reviews/export.csv${inFebruary}&bom=0${sep}`)).text()),
    );
    const columns = { columns: true, record_delimiter: '\r\n' } as const;
    expect(semicolons).toMatch(/^Review date;Patient;/);
    const lines = parse(commas!, columns) as { Rating: string }[];
    expect(lines.map(({ Rating }) => Rating)).toContain('4.5');
    expect(parse(semicolons!, { ...columns, delimiter: ';' })).toEqual(
      lines.map((line) => ({ ...line, Rating: line.Rating.replace('.', ',') })),
    );
  });
  test('of a period without reviews has only headings', async () => {
    const plain = await (
      await asMona('/api/reviews/export.csv?team=icu&startDate=2001-01-01&endDate=2001-01-01&bom=0')
    ).text();
    expect(plain).toMatch(/^Review date,Patient,.*,Entry id\r\n$/);
  });
});

describe('the Excel file', () => {
  const xlsx = async (query = '') => {
    const file = await asMona(`/api/reviews/export.xlsx${inFebruary}${query}`);
    return { file, ...readXlsx(Buffer.from(await file.arrayBuffer())) };
  };
  test('has the lines of the CSV, with numbers and days as such', async () => {
    const { file, rows, frozenRows, isRightToLeft } = await xlsx();
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="reviews-2025-02-01-to-2025-02-28.xlsx"',
      'cache-control': 'no-store',
    });
    expect({ frozenRows, isRightToLeft }).toEqual({ frozenRows: 1, isRightToLeft: false });
    const [headings = [], ...lines] = parse(await (await asMona(`/api/reviews/export.csv${inFebruary}&bom=0`)).text());
    expect(rows[0]?.map((cell) => cell?.value)).toEqual(headings);
    const column = (heading: string) => rows.slice(1).map((row) => row[headings.indexOf(heading)]);
    const written = (heading: string) => lines.map((line) => line[headings.indexOf(heading)] ?? '');
    expect(column('Review date').map((cell) => shownIn(cell).slice(0, 10))).toEqual(written('Review date'));
    expect(column('Rating').map((cell) => cell?.value)).toEqual(
      written('Rating').map((text) => (text === '' ? undefined : Number(text))),
    );
    expect(column('Rating').map((cell) => cell?.value)).toContain(4.5);
    for (const text of ['Patient', 'Medical record number', 'Clinical note', 'Drug', 'Recommendation', 'Entry id'])
      expect(column(text).map((cell) => cell?.value ?? '')).toEqual(
        written(text).map((cell) => cell.replace(/^'(?=[=+\-@])/, '')),
      );
  });
  test('is from right to left in the Arabic of its team, and has the instant that it is as known on', async () => {
    await environment.rows.query(`update team set export_language = 'ar' where team_id = 'icu'`);
    const { rows, sheet, isRightToLeft } = await xlsx('&asOf=2025-06-01T12:00:00Z');
    await environment.rows.query(`update team set export_language = 'en' where team_id = 'icu'`);
    expect({ sheet, isRightToLeft }).toEqual({ sheet: 'المراجعات', isRightToLeft: true });
    expect(rows[0]?.at(-1)?.value).toBe('كما كان مسجَّلًا في');
    expect(rows.slice(1).every((row) => shownIn(row.at(-1)) === '2025-06-01T12:00:00.000')).toBe(true);
  });
});

describe('as known at an instant', () => {
  const sometime = '2025-06-01T12:00:00.000Z';
  test('the file has the instant in its name and on every line', async () => {
    const file = await asMona(`/api/reviews/export.csv${inFebruary}&bom=0&asOf=2025-06-01T14:00:00%2B02:00`);
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="reviews-2025-02-01-to-2025-02-28-as-known-2025-06-01T1200Z.csv"',
    );
    const lines = parse(await file.text(), { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
    expect(lines.map((line) => line['As known on'])).toEqual(lines.map(() => sometime));
    expect(lines.length).toBeGreaterThan(0);
  });
  test('a very recent instant gives a stale answer', async () => {
    const asOf = (at: Date) =>
      environment.get(`/api/reviews/searchProgress${inFebruary}&asOf=${at.toISOString()}`, {
        token: environment.tokens.mona,
      });
    expect(await asOf(new Date())).toMatchObject({ status: 200, stale: true });
    expect(await asOf(new Date(Date.now() - 60_000))).toMatchObject({ status: 200, stale: false });
  });
  test('patients of the team who were deleted since are counted', async () => {
    await environment.rows.query(/* sql */ `
      insert into erased_patient (patient_id, team_id, at)
      values ('p-a', 'icu', '2025-05-01T00:00:00Z'), ('p-b', 'icu', '2025-07-01T00:00:00Z'),
             ('p-c', 'ccu', '2025-07-01T00:00:00Z')`);
    const inIcu = async () =>
      (await environment.get(`/api/reviews/erasedSince?team=icu&asOf=${sometime}`, { token: environment.tokens.mona }))
        .body;
    expect(await inIcu()).toEqual({ patients: 1 });
    // A merged patient is no second person, and a person who was transferred counts where a part was.
    await environment.rows.query(/* sql */ `
      insert into erased_patient (patient_id, team_id, at, person_id) values ('p-m', 'icu', '2025-07-01T00:00:00Z', 'p-b');
      insert into erased_part (admission_id, team_id, person_id, at)
      values ('a-m', 'icu', 'p-b', '2025-07-01T00:00:00Z'), ('a-c', 'icu', 'p-c', '2025-07-01T00:00:00Z'),
             ('a-c', 'ccu', 'p-c', '2025-07-01T00:00:00Z'), ('a-old', 'icu', 'p-old', '2025-05-01T00:00:00Z')`);
    expect(await inIcu()).toEqual({ patients: 2 });
    await environment.rows.query('delete from erased_patient; delete from erased_part');
  });
});

describe('freshness', () => {
  const progress = (readAfter?: string) =>
    environment.get(`/api/reviews/searchProgress${inFebruary}`, {
      token: environment.tokens.mona,
      ...(readAfter === undefined ? {} : { readAfter }),
    });
  test('a report waits for any admission', async () => {
    const answered = progress('admission-adm-0@8');
    await environment.project('admission-adm-0', 8);
    await environment.notice({ stream: 'admission-adm-0', revision: '8', teamId: 'icu' });
    expect(await answered).toMatchObject({ status: 200, stale: false });
    expect(await progress('access-icu-2025-02@4')).toMatchObject({ stale: false });
  });
  test('a long answer can be marked as stale', async () =>
    expect(
      (await asMona(`/api/reviews${inFebruary}`, { 'x-read-after': 'admission-adm-1@9999' })).headers.get('x-stale'),
    ).toBe('true'));
  test("a parked admission of the team makes only the team's reports stale", async () => {
    const ofOthers = () =>
      environment.get('/api/reviews/searchProgress?team=ccu&startDate=2025-02-01&endDate=2025-02-28', {
        token: environment.tokens.sami,
      });
    const mended = [await environment.park('admission-adm-0')];
    expect(await progress()).toMatchObject({ status: 200, stale: true });
    expect((await asMona(`/api/reviews/export.csv${inFebruary}`)).headers.get('x-stale')).toBe('true');
    expect(await ofOthers()).toMatchObject({ status: 200, stale: false });
    // Parked at its first event, it may belong to any team.
    mended.push(await environment.park('admission-unknown'));
    expect(await ofOthers()).toMatchObject({ stale: true });
    for (const mend of mended) await mend();
    expect(await progress()).toMatchObject({ stale: false });
  });
});
