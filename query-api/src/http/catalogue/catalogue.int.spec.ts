import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Course } from 'language/contract/entities';
import { readCourses } from '../../courses.ts';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const ask = (path: string) => environment.get(path, { token: environment.tokens.karim });

describe('a drug by one of its trade labels', () => {
  test('is the whole drug', async () =>
    expect((await ask('/api/drugs/tradeId/drug-a.0')).body).toMatchObject({
      _id: 'drug-a',
      tradeLabels: [{ _id: 'drug-a.0' }, { _id: 'drug-a.1' }],
      tips: 'slowly',
    }));
  test('is also found by a withdrawn one, which is in no list', async () => {
    expect((await ask('/api/drugs/tradeId/drug-a.2')).body).toMatchObject({
      _id: 'drug-a',
      tradeLabels: [{ _id: 'drug-a.0' }, { _id: 'drug-a.1' }],
    });
    expect(JSON.stringify([(await ask('/api/drugs')).body, (await ask('/api/drugs/roots')).body])).not.toContain(
      'drug-a.2',
    );
  });
  test('is 404 for an unknown one', async () =>
    expect(await ask('/api/drugs/tradeId/drug-a.9')).toMatchObject({ status: 404, body: { message: 'Not found' } }));
});

describe('the shared templates of a drug and an error type', () => {
  const templates = (query: string) => ask(`/api/drugs/errtemps?${query}`);
  test('are the ones of that type, for adults and children', async () => {
    expect((await templates('trade=drug-a.1&errType=dose')).body).toEqual([
      { idx: 0, errType: 'dose', isAdult: true, label: '<p>halve</p>' },
    ]);
    expect((await templates('trade=drug-a.1&errType=other')).body).toEqual([]);
  });
  test('need a known trade label and both parameters', async () => {
    expect((await templates('trade=drug-a.9&errType=dose')).status).toBe(404);
    for (const query of ['trade=drug-a.0', 'errType=dose', 'trade=a%20b&errType=dose'])
      expect(await templates(query)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});

describe('the version of the trade list', () => {
  const conditional = (path: string, held: string) =>
    fetch(`${environment.url}${path}`, {
      headers: { authorization: `bearer ${environment.tokens.karim}`, 'if-none-match': held },
    });

  test('a browser that has the current list gets 304 without the list', async () => {
    for (const path of ['/api/drugs', '/api/drugs/roots']) {
      const etag = (await conditional(path, '"none"')).headers.get('etag')!;
      const again = await conditional(path, etag);
      expect({ status: again.status, etag: again.headers.get('etag'), body: await again.text() }).toEqual({
        status: 304,
        etag,
        body: '',
      });
    }
  });

  test('changes with every change of the catalogue, also a new drug and Update Trade List', async () => {
    const seen = new Set<string>();
    for (const [stream, revision] of [
      ['catalogue', 0],
      ['catalogue', 1],
      ['drug-a', 0],
      ['drug-b', 0],
      ['drug-a', 1],
    ] as const) {
      await environment.project(stream, revision);
      const answer = await conditional('/api/drugs', [...seen].at(-1) ?? '"none"');
      expect(answer.status).toBe(200);
      seen.add(answer.headers.get('etag')!);
    }
    expect(seen.size).toBe(5);
    // No chart is part of it.
    await environment.project('admission-adm-1', 10);
    expect((await conditional('/api/drugs', [...seen].at(-1)!)).status).toBe(304);
  });

  test('differs for another log with as many events', async () => {
    const etag = async (): Promise<string | null> => (await conditional('/api/drugs', '"none"')).headers.get('etag');
    const named = (id: string) =>
      environment.rows.query(`update projection_checkpoint set event_id = $1 where stream = 'drug-a'`, [id]);
    await named('of-one-log');
    const one = await etag();
    await named('of-another');
    expect(await etag()).not.toBe(one);
    await named('of-one-log');
    expect(await etag()).toBe(one);
  });

  test('differs after a switch to rebuilt rows, which may be of another version', async () => {
    const etag = async (): Promise<string | null> => (await conditional('/api/drugs', '"none"')).headers.get('etag');
    const before = await etag();
    await environment.rows.query(
      `update projection_version set generation = generation + 1 where projection = 'catalogue'`,
    );
    expect(await etag()).not.toBe(before);
  });

  test('is not given without a token', async () =>
    expect((await fetch(`${environment.url}/api/drugs`, { headers: { 'if-none-match': '*' } })).status).toBe(401));
});

describe('the public pages', () => {
  test('two free courses, of 5 and 7 lectures', async () => {
    const courses = (await environment.get('/api/courses')).body as Course[];
    expect(courses.map(({ _id, lectures }) => [_id, lectures.length])).toEqual([
      ['offline-clinical-pharmacy-app', 5],
      ['hypersensitivity-test', 7],
    ]);
    for (const course of courses) {
      expect((await environment.get(`/api/courses/${course._id}`)).body).toEqual(course);
      expect(new Set(course.lectures.map(({ _id }) => _id)).size).toBe(course.lectures.length);
    }
  });
  test('an unknown course is 404', async () =>
    expect(await environment.get('/api/courses/none')).toEqual({
      status: 404,
      body: { message: 'Not found', code: 'notFound', reason: 'not-found' },
      stale: false,
    }));
  test('the sponsors of the file', async () =>
    expect(await environment.get('/api/sponsors')).toMatchObject({ status: 200, body: readCourses().sponsors }));
});
