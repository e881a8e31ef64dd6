/** The product answers alike, whether its services share a process or have one each. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Written } from 'command-api/contract/entities';
import { SEED_HEADERS } from 'command-api/contract/seed';
import type { UserSession } from 'command-api/contract/sessions';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../test/product.ts';

const account = {
  firstName: 'Mona',
  lastName: 'Adel',
  email: 'mona@hospital.test',
  phone: '01000000000',
  password: 'Secret-1',
};
/** Of each answer its own: times, ids and what follows from them. */
const VARYING = new Set(['date', 'etag', 'content-length', 'last-modified']);

let products: readonly { product: Product; token: string }[];

beforeAll(async () => {
  products = await Promise.all(
    ['shared', 'separate'].map(async (layout) => {
      const product = await startProduct({ env: { PROCESSES: layout, RATE_LIMIT: 'off', CAPTCHA: 'off' } });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${product.url}/api/users`, {
        method: 'POST',
        headers,
        body: JSON.stringify(account),
      });
      return { product, token: ((await answer.json()) as { token: string }).token };
    }),
  );
});
afterAll(() => Promise.all((products ?? []).map(({ product }) => product.stop())));

const JSON_TYPE = { 'content-type': 'application/json' };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function upload(): FormData {
  const form = new FormData();
  form.set('file', new Blob([PNG], { type: 'image/png' }), 'one.png');
  return form;
}

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly signedIn?: true;
  readonly headers?: Record<string, string>;
  readonly body?: () => string | FormData;
}

/** Status, headers and body, without what differs from answer to answer. */
async function answerOf({ product, token }: { product: Product; token: string }, asked: Asked): Promise<object> {
  const { path, method = 'GET', signedIn, headers = {}, body } = asked;
  const answer = await fetch(product.url + path, {
    method,
    headers: { ...headers, ...(signedIn ? { authorization: `bearer ${token}` } : {}) },
    ...(body ? { body: body() } : {}),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !VARYING.has(name))),
    body: text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
      .replace(/"[^"]*T[\d:.]+Z"/g, 'time'),
  };
}

test.each<Asked>([
  { path: '/' },
  { path: '/teams/1/patients', headers: { accept: 'text/html' } },
  { path: '/assets/none.js' },
  { path: '/api/health' },
  { path: '/api/health', method: 'HEAD' },
  { path: '/api/config/' },
  { path: '/api/docs/' },
  { path: '/api/nowhere' },
  { path: '/api/nowhere', method: 'POST' },
  { path: '/api/nowhere', method: 'OPTIONS' },
  { path: '/api/users/me' },
  { path: '/api/users/me', headers: { authorization: 'bearer nonsense' } },
  { path: '/api/users/me', signedIn: true },
  { path: '/api/users/me', method: 'HEAD', signedIn: true },
  { path: '/api/teams', signedIn: true },
  { path: '/api/teams', method: 'POST', signedIn: true, headers: JSON_TYPE, body: () => '{"name": 1}' },
  { path: '/api/teams', method: 'POST', signedIn: true, headers: JSON_TYPE, body: () => 'not JSON' },
  {
    path: '/api/teams',
    method: 'POST',
    signedIn: true,
    headers: { ...JSON_TYPE, 'idempotency-key': '7d0e2c1c-8a55-4f35-9d35-0c1e0a6c8a11' },
    body: () => JSON.stringify({ name: 'Ward 3', specialty: 1, about: '' }),
  },
  {
    path: '/api/teams',
    method: 'POST',
    signedIn: true,
    headers: JSON_TYPE,
    body: () => JSON.stringify({ name: 'x'.repeat(5_000_000), specialty: 1, about: '' }),
  },
  { path: '/api/admissions/none/images', method: 'POST', signedIn: true, body: upload },
  { path: '/socket.io/?EIO=4&transport=nonsense' },
])('%o is answered alike', async (asked) => {
  const [shared, separate] = await Promise.all(products.map((product) => answerOf(product, asked)));
  expect(shared).toEqual(separate);
});

test("the client's own words about its address, and the seed's headers, change nothing", async () => {
  const headers = {
    'x-forwarded-for': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
    ...Object.fromEntries(Object.values(SEED_HEADERS).map((name) => [name, '2026-03-02T09:40:00Z'])),
  };
  const asked: Asked = {
    path: '/api/teams',
    method: 'POST',
    signedIn: true,
    headers: { ...JSON_TYPE, ...headers },
    body: () => JSON.stringify({ name: 'Ward 4', specialty: 1, about: '' }),
  };
  const [shared, separate] = await Promise.all(products.map((product) => answerOf(product, asked)));
  expect(shared).toMatchObject({ status: 201 });
  expect(shared).toEqual(separate);
});

async function ask<Body>(
  product: Product,
  token: string | undefined,
  [method, path]: readonly [string, string],
  body?: object,
  after?: Written,
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(product.url + path, {
    method,
    headers: {
      ...JSON_TYPE,
      ...(token === undefined ? {} : { authorization: `bearer ${token}` }),
      ...(after ? { 'x-read-after': `${after.stream}@${after.revision}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

test('after a sign-out the next call of either API is refused', async () => {
  for (const { product } of products) {
    const { email, password } = account;
    const login = await ask<{ token: string }>(product, undefined, ['POST', '/api/users/login'], { email, password });
    const { token } = login.body;
    const statuses = async () => [
      (await ask(product, token, ['GET', '/api/teams'])).status,
      (await ask(product, token, ['POST', '/api/teams'], {})).status,
    ];
    for (let call = 0; call < 20; call += 1) expect(await statuses()).toEqual([200, 400]);
    expect((await ask(product, token, ['POST', '/api/users/logout'])).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
  }
});

test('a session that its person ends elsewhere is refused by the next call of either API, and its socket is closed', async () => {
  for (const { product } of products) {
    const { email, password } = account;
    const signIn = async (): Promise<string> =>
      (await ask<{ token: string }>(product, undefined, ['POST', '/api/users/login'], { email, password })).body.token;
    const [here, there] = [await signIn(), await signIn()];
    const socket = io(product.url, { transports: ['websocket'], reconnection: false, auth: { token: there } });
    await once(socket as never, 'connect');
    const statuses = async () => [
      (await ask(product, there, ['GET', '/api/teams'])).status,
      (await ask(product, there, ['POST', '/api/teams'], {})).status,
    ];
    for (let call = 0; call < 20; call += 1) expect(await statuses()).toEqual([200, 400]);
    const { body: sessions } = await ask<UserSession[]>(product, there, ['GET', '/api/users/me/sessions']);
    const id = sessions.find(({ isCurrent }) => isCurrent)?._id ?? '';
    const signedOut = once(socket as never, 'signedOut');
    expect((await ask(product, here, ['DELETE', `/api/users/me/sessions/${id}`])).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
    await signedOut;
    expect((await ask(product, here, ['GET', '/api/teams'])).status).toBe(200);
  }
});

test('after the removal of a member the next call of either API is refused', async () => {
  for (const { product, token } of products) {
    const omar = { ...account, firstName: 'Omar', email: 'omar@hospital.test' };
    const { body: he } = await ask<{ _id: string; token: string }>(product, undefined, ['POST', '/api/users'], omar);
    const ward = { name: 'Ward 5', specialty: 1, about: '' };
    const { body: team } = await ask<{ _id: string }>(product, token, ['POST', '/api/teams'], ward);
    await ask(product, token, ['POST', `/api/teams/${team._id}/members`], { email: omar.email });
    const hala = { team: team._id, firstName: 'Hala', middleName: 'Sami', birthdate: '1960-01-01' };
    const register = () => ask<Written & { _id: string }>(product, he.token, ['POST', '/api/patients'], hala);
    const { status, body: patient } = await register();
    expect(status).toBe(201);
    const read = (after: Written) => ask(product, he.token, ['GET', `/api/patients/${patient._id}`], undefined, after);
    expect((await read(patient)).status).toBe(200);
    const removal = await ask<Written>(product, token, ['DELETE', `/api/teams/${team._id}/members/${he._id}`]);
    expect([(await register()).status, (await read(removal.body)).status]).toEqual([404, 404]);
  }
});

test('live connections are opened and refused alike', async () => {
  const outcomes = await Promise.all(
    products.map(async ({ product, token }) => {
      const connected = io(product.url, { transports: ['websocket'], reconnection: false, auth: { token } });
      await once(connected as never, 'connect');
      const answer: unknown = await connected.emitWithAck('watch', { team: 'none' });
      connected.disconnect();
      const refused = io(product.url, { transports: ['websocket'], reconnection: false, auth: { token: 'none' } });
      const [error] = (await once(refused as never, 'connect_error')) as [Error];
      return { answer, message: error.message };
    }),
  );
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(outcomes[0]).toMatchObject({ message: 'Not authorized, token failed' });
});

test('an upgrade to any other address is closed', async () => {
  for (const { product } of products) {
    const socket = connect(Number(new URL(product.url).port), '127.0.0.1');
    socket.write('GET /elsewhere HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  }
});

test('a slow reader gets the whole answer', async () => {
  const lengths = await Promise.all(
    products.map(async ({ product, token }) => {
      const page = await (await fetch(product.url)).text();
      const script = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
      const socket = connect(Number(new URL(product.url).port), '127.0.0.1');
      socket.write(`GET ${script} HTTP/1.1\r\nhost: a\r\nauthorization: bearer ${token}\r\nconnection: close\r\n\r\n`);
      await once(socket, 'readable');
      socket.resume();
      await once(socket, 'close');
      return socket.bytesRead;
    }),
  );
  expect(lengths[0]).toBeGreaterThan(100_000);
  expect(lengths[0]).toBe(lengths[1]);
});
