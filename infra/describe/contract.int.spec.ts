import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startProduct } from '../test/product.ts';
import { buildWhatChanged } from '../test/started-program.ts';
import { decisions, specification } from './contract.testdata.ts';

let product: Product;
beforeAll(async () => {
  await buildWhatChanged();
  product = await startProduct({ env: { CAPTCHA: 'off', RATE_LIMIT: 'off' } });
});
afterAll(() => product.stop());

const ask = async (method: string, path: string): Promise<number> => {
  const body = method === 'POST' || method === 'PUT' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
  const answer = await fetch(product.url + path, { method, ...body });
  await answer.arrayBuffer();
  return answer.status;
};

/** What answers a visitor: everything else wants to know first who asks, and a call that is not there is 404 whoever asks. */
const openCalls: Readonly<Record<string, number>> = {
  'POST /api/users/login': 400,
  'POST /api/users': 400,
  'POST /api/users/resetPassword': 400,
  'GET /api/users/{id}/userDetails': 404,
  'GET /api/config/': 200,
  'GET /api/specialties': 200,
  'GET /api/sponsors': 200,
  'GET /api/courses': 200,
  'GET /api/courses/{id}': 200,
  'GET /api/health': 200,
  'GET /api/ready': 200,
};
const anId: Readonly<Record<string, string>> = { 'GET /api/courses/{id}': 'hypersensitivity-test' };

test('every promised call answers at the one address of the product', async () => {
  const promised = [...new Set([...specification, ...decisions].map(({ call }) => call))];
  const answers = await Promise.all(
    promised.map(async (call) => {
      const [method = '', path = ''] = call.split(' ');
      return [call, await ask(method, path.replaceAll(/\{\w+\}/g, anId[call] ?? 'an-id'))];
    }),
  );
  expect(answers).toEqual(promised.map((call) => [call, openCalls[call] ?? 401]));
});

test('and one that nobody promised does not', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) expect([method, await ask(method, '/api/nobody/promised')]).toEqual([method, 404]);
});
