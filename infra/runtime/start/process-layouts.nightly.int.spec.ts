/** The product answers alike, whether its services share a process or have one each. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Written } from 'language/contract/entities';
import { SEED_HEADERS } from 'language/contract/seed';
import type { UserSession } from 'language/contract/sessions';
import { io } from 'socket.io-client';
import { v5 as uuidv5 } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from 'service-kit/process/free-port';
import { readScrape } from 'service-kit/testing/scrape';
import { type OtlpReceiver, startOtlpReceiver } from 'service-kit/testing/otlp-receiver';
import { startProduct, type Product } from '../../verification/test/product.ts';
import { metricNames } from '../../operations/docker/monitoring/testing.ts';
import { metricsPortsOf } from './settings.ts';

const account = {
  firstName: 'Mona',
  lastName: 'Adel',
  email: 'mona@hospital.test',
  phone: '01000000000',
  password: 'Secret-1',
};
/** The headers that each answer has of its own: times, ids and what follows from them. */
const VARYING = new Set([
  'date',
  'etag',
  'content-length',
  'last-modified',
  'traceresponse',
  'x-request-id',
  'x-event-log',
]);

const METRICS_TOKEN = 'a-token-of-32-characters-or-more';

let products: readonly { layout: string; product: Product; token: string; userId: string; metricsPort: number }[];
let receiver: OtlpReceiver;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  products = await Promise.all(
    ['shared', 'separate'].map(async (layout) => {
      const metricsPort = await freePort();
      const product = await startProduct({
        env: {
          PROCESSES: layout,
          RATE_LIMIT: 'off',
          CAPTCHA: 'off',
          METRICS_PORT: String(metricsPort),
          METRICS_TOKEN,
          OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        },
      });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${product.url}/api/users`, {
        method: 'POST',
        headers,
        body: JSON.stringify(account),
      });
      const { _id: userId, token } = (await answer.json()) as { _id: string; token: string };
      return { layout, product, token, userId, metricsPort };
    }),
  );
});
afterAll(async () => {
  await Promise.all((products ?? []).map(({ product }) => product.stop()));
  await receiver?.stop();
});

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

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** The metrics that all processes of a product show on their ports. */
async function scrapesOf({ layout, metricsPort }: (typeof products)[number]): Promise<string> {
  const ports = layout === 'shared' ? [metricsPort] : Object.values(metricsPortsOf(metricsPort));
  const texts = await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()));
  return texts.join('\n');
}

test('the metrics of both layouts show the same, and nothing personal', async () => {
  for (const one of products) {
    const socket = io(one.product.url, { transports: ['websocket'], auth: { token: one.token } });
    await once(socket as never, 'connect');
    const ward = { name: 'Ward 6', specialty: 1, about: '' };
    expect((await ask(one.product, one.token, ['POST', '/api/teams'], ward)).status).toBe(201);
    expect((await ask(one.product, one.token, ['POST', '/api/teams'], { name: 7 })).status).toBe(400);
    expect((await ask(one.product, one.token, ['GET', '/api/teams'])).status).toBe(200);
    const text = await scrapesOf(one);
    const { value, count } = readScrape(text);
    const route = '/api/teams';
    for (const [name, labels] of [
      ['pharmacy_commands_total', { command: 'CreateTeam', outcome: 'accepted' }],
      ['pharmacy_command_duration_seconds_count', { command: 'CreateTeam' }],
      ['pharmacy_http_requests_total', { service: 'command-api', method: 'POST', route, status: '2xx' }],
      ['pharmacy_http_requests_total', { service: 'command-api', method: 'POST', route, status: '4xx' }],
      ['pharmacy_http_request_duration_seconds_count', { service: 'query-api', method: 'GET', route }],
      ['pharmacy_http_requests_total', { service: 'gateway', method: 'GET', route: '/api', status: '2xx' }],
      ['pharmacy_event_log_append_duration_seconds_count', {}],
      ['pharmacy_projected_events_total', { projection: 'directory' }],
      ['pharmacy_service_ready', { service: 'command-api' }],
      ['pharmacy_service_ready', { service: 'query-api' }],
      ['pharmacy_service_ready', { service: 'projections' }],
      ['pharmacy_follower_ok', {}],
      ['pharmacy_live_sockets', {}],
      ['pharmacy_sessions', {}],
      ['pharmacy_database_bytes', {}],
      ['pharmacy_disk_free_bytes', {}],
      ['pharmacy_postgres_connections', { pool: 'command-api' }],
      ['pharmacy_postgres_connections', { pool: 'projections' }],
      ['pharmacy_postgres_connections', { pool: 'query-api' }],
      ['pharmacy_build_info', {}],
      ['process_resident_memory_bytes', {}],
    ] as const)
      expect([one.layout, name, labels, value(name, labels)]).toEqual([one.layout, name, labels, expect.any(Number)]);
    for (const [name, labels] of [
      ['pharmacy_queue_jobs', { state: 'waiting' }],
      ['pharmacy_projection_lag_seconds', { projection: 'clinical' }],
      ['pharmacy_projection_parked_streams', { projection: 'clinical' }],
      ['pharmacy_postgres_waiting', {}],
    ] as const)
      expect([one.layout, name, value(name, labels)]).toEqual([one.layout, name, 0]);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(text).not.toMatch(UUID);
    for (const personal of [account.email, account.lastName, one.token]) expect(text).not.toContain(personal);
    expect(count).toBeLessThan(3_000);
    socket.disconnect();
  }
});

test('every metric of the dashboard and of the alerts is there', async () => {
  for (const one of products) {
    const { names } = readScrape(await scrapesOf(one));
    expect(metricNames().filter((name) => !names.has(name))).toEqual([]);
  }
});

test('the port of the product shows metrics to who has the token, and only those of its process', async () => {
  for (const { layout, product } of products) {
    const get = (authorization?: string) =>
      fetch(`${product.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
    for (const wrong of [undefined, 'Bearer ', `Bearer ${METRICS_TOKEN}x`, METRICS_TOKEN]) {
      const refused = await get(wrong);
      expect([refused.status, await refused.text()]).toEqual([401, '']);
    }
    const { value } = readScrape(await (await get(`Bearer ${METRICS_TOKEN}`)).text());
    expect(value('pharmacy_http_requests_total', { service: 'gateway' })).toBeGreaterThan(0);
    expect([layout, value('pharmacy_commands_total') !== undefined]).toEqual([layout, layout === 'shared']);
  }
});

test("a command's trace leads from the request to the teammate's notice, without what is personal", async () => {
  for (const { layout, product, token, userId } of products) {
    const ward = { name: 'Ward 7', specialty: 1, about: '' };
    const { body: team } = await ask<{ _id: string }>(product, token, ['POST', '/api/teams'], ward);
    const socket = io(product.url, { transports: ['websocket'], auth: { token } });
    await once(socket as never, 'connect');
    await vi.waitFor(async () =>
      expect(await socket.emitWithAck('watch', { team: team._id })).toMatchObject({ ok: true }),
    );
    const noticed = new Promise<void>((resolve) => {
      socket.on('changed', ({ stream }: { stream: string }) => stream.startsWith('patient-') && resolve());
    });
    const key = '5b1c1c55-6a80-4f0e-9a55-2f2f1f1f0a0b';
    const patient = { team: team._id, firstName: 'Shadia', middleName: 'Sami', birthdate: '1960-01-01' };
    const answer = await fetch(`${product.url}/api/patients`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify(patient),
    });
    expect(answer.status).toBe(201);
    const { _id: patientId } = (await answer.json()) as { _id: string };
    await noticed;
    const commandId = uuidv5(key, userId);
    const traceId = commandId.replaceAll('-', '');
    const names = [
      'gateway: POST /api',
      'command-api: POST /api/patients',
      'command-api: handle RegisterPatient',
      'command-api: append',
      'projections: dispatch',
      'projections: project patients',
      'projections: project audit',
      'query-api: notice',
    ];
    const spans = await vi.waitFor(
      () => {
        const received = receiver.spansOf(traceId);
        expect([layout, received.length]).toEqual([layout, names.length]);
        return received;
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(spans.map(({ service, name }) => `${service}: ${name}`).toSorted()).toEqual(names.toSorted());
    // One tree: each span has its parent in it, and the gateway's is the root.
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(ids.size).toBe(spans.length);
    const roots = spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId));
    expect(roots.map(({ service }) => service)).toEqual(['gateway']);
    expect(spans.find(({ name }) => name === 'append')?.attributes).toEqual({
      'command.id': commandId,
      'command.name': 'RegisterPatient',
      'stream.type': 'patient',
    });
    const text = receiver.text();
    for (const personal of ['Shadia', patientId, team._id, userId, account.email, token])
      expect(text).not.toContain(personal);
    socket.disconnect();
  }
});

test('without the collector of traces people work on', async () => {
  await receiver.stop();
  for (const { product, token } of products) {
    const ward = { name: 'Ward 8', specialty: 1, about: '' };
    let last: Written | undefined;
    for (let call = 0; call < 20; call += 1) {
      const { status, body } = await ask<Written>(product, token, ['POST', '/api/teams'], ward);
      expect(status).toBe(201);
      last = body;
    }
    const { body: teams } = await ask<{ name: string }[]>(product, token, ['GET', '/api/teams'], undefined, last);
    expect(teams.filter(({ name }) => name === ward.name)).toHaveLength(20);
  }
});
