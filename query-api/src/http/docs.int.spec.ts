import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const ask = async (path: string) => {
  const answer = await fetch(environment.url + path);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    headers: answer.headers,
    text: await answer.text(),
  };
};

test('the description needs no token', async () => {
  const { status, type, text } = await ask('/api/docs/openapi.json');
  expect({ status, type }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
  expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', paths: { '/api/drugs': { get: {}, post: {}, put: {} } } });
});

test.each(['/api/docs', '/api/docs/'])(
  '%s is a page that loads files and runs scripts of this origin only',
  async (path) => {
    const { status, type, headers, text } = await ask(path);
    expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/);
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(named.length).toBeGreaterThan(3);
    for (const address of named) {
      expect(address).toMatch(/^\/api\/docs\//);
      expect(await ask(address)).toMatchObject({ status: 200 });
    }
    expect(text).not.toMatch(/<script>|style=|https?:\/\//);
  },
);

test('no other file is served', async () => {
  for (const name of ['package.json', 'swagger-ui.js.map', '..%2fpackage.json', 'constructor'])
    expect((await ask(`/api/docs/assets/${name}`)).status).toBe(404);
});
