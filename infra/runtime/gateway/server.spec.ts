import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer as createNetServer, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATEWAY_HEADER } from 'language/contract/gateway';
import { SEED_HEADERS } from 'language/contract/seed';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { Server as SocketServer } from 'socket.io';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { commandReceived, type GatewayAnswered, gatewayAnswered } from 'service-kit/telemetry/signals';
import { protectedMetrics } from './protected-metrics.ts';
import { frontendHeaders, inlineHashes } from './security-headers.ts';
import { remoteServices, type RemoteServices } from './remote-services.ts';
import { createGateway, startGateway, type Gateway } from './server.ts';
import type { Service } from './service.ts';

const logger = pino({ level: 'silent' });
const open: Server[] = [];
let folder: string;
let options: Parameters<typeof startGateway>[0];
let urls: Parameters<typeof remoteServices>[0];
let remote: RemoteServices;
let gateway: Gateway;
let queryApi: Server;
let url: string;

/** A service that answers with its name and the request. */
const service = async (name: string, ready = true, port = 0): Promise<[Server, URL]> => {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/api/reviews/export.csv') {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('begun');
      setTimeout(() => response.end(' and whole'), 1_500);
      return;
    }
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body =
          request.method === 'GET' && request.url === '/api/ready'
            ? { ready, checks: { database: { ok: ready } } }
            : {
                name,
                method: request.method,
                url: request.url,
                body: Buffer.concat(chunks).toString(),
                headers: request.headers,
              };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  open.push(server);
  return [server, new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)];
};
const close = (server: Server): Promise<unknown> => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
};
const json = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
  (await (await fetch(url + path, init)).json()) as Record<string, unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  await mkdir(join(folder, 'assets'));
  const page = (more: string) =>
    `<!doctype html><script>paint()</script>${more}<script type="module" src="/assets/app-1a2b.js"></script>`;
  for (const code of ['ar', 'en']) {
    await writeFile(join(folder, `page.${code}.html`), `<html lang="${code}">${page('')}`);
    await writeFile(
      join(folder, `index.${code}.html`),
      `<html lang="${code}">${page('<h1>Log in</h1><script>start()</script>')}`,
    );
  }
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  await mkdir(join(folder, 'films'));
  await writeFile(join(folder, 'films', 'one.mp4'), '0123456789');
  const [[, commandApi], [query, queryUrl], [, projections]] = await Promise.all([
    service('command-api'),
    service('query-api'),
    service('projections'),
  ]);
  queryApi = query;
  const sockets = new SocketServer(queryApi, { transports: ['websocket'] });
  sockets.on('connection', (socket) =>
    socket.on('watch', (answer: (value: string) => void) =>
      answer(String(socket.handshake.headers['x-forwarded-for'])),
    ),
  );
  urls = { 'command-api': [commandApi], 'query-api': queryUrl, projections };
  remote = remoteServices(urls, logger, { holdMs: 200 });
  options = {
    host: '127.0.0.1',
    port: 0,
    staticDir: folder,
    sources: { images: ['https://res.cloudinary.com/ward-three/'], media: ['https://videos.hospital.example'] },
    services: remote.services,
    trustedProxies: 0,
  };
  gateway = await startGateway(options);
  url = `http://127.0.0.1:${gateway.port}`;
});
afterAll(async () => {
  await gateway.stop();
  remote.close();
  await Promise.all(open.map(close));
  await rm(folder, { recursive: true, force: true });
});

test('reads go to the query API, everything else to the command API', async () => {
  expect(await json('/api/reviews?team=1')).toMatchObject({ name: 'query-api', url: '/api/reviews?team=1' });
  for (const path of ['/api/config/captcha', '/api/config/captcha/', '/api/admissions/stopMedication'])
    expect(await json(path)).toMatchObject({ name: 'command-api', method: 'GET' });
  expect(await json('/api/config/')).toMatchObject({ name: 'query-api' });
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect(await json('/api/reviews', { method, body: '{"a":1}' })).toMatchObject({
      name: 'command-api',
      method,
      body: '{"a":1}',
    });
});

test('the public address has TLS, also when the proxy that ends it does not say so', async () => {
  const publicGateway = await startGateway({ ...options, publicUrl: 'https://pharmacy.hospital.example' });
  const protoAt = (host: string) =>
    new Promise<unknown>((resolve, reject) => {
      get({ host: '127.0.0.1', port: publicGateway.port, path: '/api/teams', headers: { host } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const { headers } = JSON.parse(Buffer.concat(parts).toString()) as { headers: IncomingHttpHeaders };
          resolve([headers['x-forwarded-proto'], headers.host]);
        });
      }).on('error', reject);
    });
  expect(await protoAt('pharmacy.hospital.example')).toEqual(['https', 'pharmacy.hospital.example']);
  expect(await protoAt('10.0.0.1')).toEqual(['http', '10.0.0.1']);
  await publicGateway.stop();
});

test("the client's address and protocol are those of its socket, not what the client sends", async () => {
  const { headers } = await json('/api/users/login', {
    method: 'POST',
    headers: {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'https',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
    },
  });
  // Over plain http no client can say that it has TLS: its cookies would be taken for those of a TLS connection.
  expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  expect(headers).not.toHaveProperty('forwarded');
  expect(headers).not.toHaveProperty('x-real-ip');
});

test('the gateway proves itself to the services with its secret, and a client cannot', async () => {
  const said = { method: 'POST', headers: { [GATEWAY_HEADER]: 'made up' } };
  expect((await json('/api/users/login', said))['headers']).not.toHaveProperty(GATEWAY_HEADER);
  const proven = await startGateway({ ...options, secret: 'the secret' });
  const answer = await fetch(`http://127.0.0.1:${proven.port}/api/users/login`, said);
  expect(await answer.json()).toMatchObject({ headers: { [GATEWAY_HEADER]: 'the secret' } });
  await proven.stop();
});

test('the gateway removes the headers by which the seed sets times', async () => {
  const said = Object.fromEntries(Object.values(SEED_HEADERS).map((name) => [name, '2026-03-02T09:40:00Z']));
  const { headers } = await json('/api/reviews/addReview', { method: 'POST', headers: said });
  for (const name of Object.values(SEED_HEADERS)) expect(headers).not.toHaveProperty(name);
});

test('a client cannot name the trace of its request', async () => {
  const said = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const post = async (): Promise<unknown> => {
    const { headers } = await json('/api/reviews', {
      method: 'POST',
      headers: { traceparent: said, tracestate: 'a=1' },
    });
    return headers;
  };
  for (const name of ['traceparent', 'tracestate']) expect(await post()).not.toHaveProperty(name);
  const end = commandReceived.hear(() => undefined);
  expect(await post()).toMatchObject({ traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/) });
  expect(await post()).not.toMatchObject({ traceparent: said });
  end();
});

test('metrics and traces hear of the part of the product that answered, not of the address', async () => {
  const heard: GatewayAnswered[] = [];
  const end = gatewayAnswered.hear((answered) => heard.push(answered));
  await fetch(`${url}/api/patients/1?name=Hala`);
  await fetch(`${url}/teams/1`, { headers: { accept: 'text/html' } });
  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 10_000 });
  end();
  expect(heard.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api', 200],
    ['GET', 'frontend', 200],
  ]);
  expect(JSON.stringify(heard)).not.toContain('Hala');
});

test('metrics are for who has the token; without one there is no such address', async () => {
  const metrics = { contentType: 'text/plain', text: async () => 'up 1\n' };
  const get = async (token: string | undefined, authorization = 'Bearer 0123456789') => {
    const asked = await startGateway({ ...options, metrics: protectedMetrics(metrics, token) });
    const answer = await fetch(`http://127.0.0.1:${asked.port}/metrics`, { headers: { authorization } });
    const text = await answer.text();
    await asked.stop();
    return [answer.status, text];
  };
  expect(await get('0123456789')).toEqual([200, 'up 1\n']);
  for (const wrong of ['Bearer 012345678', 'Bearer ', 'bearer 0123456789', '0123456789'])
    expect(await get('0123456789', wrong)).toEqual([401, '']);
  expect(await get(undefined)).toEqual([404, expect.any(String)]);
  expect(protectedMetrics(undefined, '0123456789')).toBeUndefined();
});

test('behind a trusted proxy the address is the one that the proxy saw', async () => {
  const behind = await startGateway({ ...options, trustedProxies: 1 });
  const answer = await fetch(`http://127.0.0.1:${behind.port}/api/users/me`, {
    headers: { 'x-forwarded-for': '6.6.6.6, 10.1.2.3', 'x-forwarded-proto': 'https' },
  });
  expect(((await answer.json()) as { headers: object }).headers).toMatchObject({
    'x-forwarded-for': '10.1.2.3',
    'x-forwarded-proto': 'https',
  });
  await behind.stop();
});

test('live connections reach the query API', async () => {
  const socket = io(url, { transports: ['websocket'], reconnection: false });
  expect(await socket.emitWithAck('watch')).toBe('127.0.0.1');
  socket.disconnect();
});

test('an address that a person opens gets the page with headers that allow its own scripts only', async () => {
  const response = await fetch(`${url}/teams/1/patients`, { headers: { accept: 'text/html,*/*' } });
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/paint\(\)(?!.*Log in)/);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const [paint, start] = inlineHashes('<script>paint()</script><script>start()</script>', 'script');
  const empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
  const charts =
    "'sha256-TBymqJXQvXKxe+z+3ydUYBErlkFFu110c5FjiVB8p+M=' 'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A='";
  const security = Object.entries(await frontendHeaders(folder, options.sources));
  expect(security.map(([name]) => [name, response.headers.get(name)])).toEqual(security);
  expect(Object.fromEntries(security)).toEqual({
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self' ${paint} ${start}`,
      `style-src 'self' ${empty} ${charts}`,
      "require-trusted-types-for 'script'",
      'trusted-types dompurify default captcha-worker push-worker',
      "connect-src 'self'",
      "img-src 'self' data: blob: https://res.cloudinary.com/ward-three/",
      'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
      "media-src 'self' https://videos.hospital.example",
      "font-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  });
});

test.each([
  ['https://pharmacy.hospital.example', 'max-age=31536000'],
  ['http://pharmacy.hospital.example', null],
  [undefined, null],
])('at %s every answer has Strict-Transport-Security %s', async (publicUrl, expected) => {
  const other = await startGateway({ ...options, port: 0, publicUrl });
  try {
    for (const path of ['/', '/assets/app-1a2b.js', '/api/health', '/api/teams', '/missing.js']) {
      const answer = await fetch(`http://127.0.0.1:${other.port}${path}`);
      await answer.arrayBuffer();
      expect(answer.headers.get('strict-transport-security'), path).toBe(expected);
    }
  } finally {
    await other.stop();
  }
});

test.each([
  ['a request that is malformed', 400, 'GET /api/health HTTP/1.1\r\nno header\r\n\r\n'],
  ['headers that are too long', 431, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['another expectation', 417, 'GET / HTTP/1.1\r\nhost: a\r\nexpect: 200-ok\r\nconnection: close\r\n\r\n'],
])('%s is answered %i with the headers of every answer', async (_, status, sent) => {
  const other = await startGateway({ ...options, port: 0, publicUrl: 'https://pharmacy.hospital.example' });
  try {
    const client = connect(other.port, '127.0.0.1');
    let text = '';
    client.on('data', (bytes: Buffer) => (text += bytes.toString()));
    client.write(sent);
    await once(client, 'close');
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain('strict-transport-security: max-age=31536000');
    expect(text).toContain('x-content-type-options: nosniff');
  } finally {
    await other.stop();
  }
});

test('`/` is the landing page', async () => {
  expect(await (await fetch(url, { headers: { accept: 'text/html,*/*' } })).text()).toContain('<h1>Log in</h1>');
  expect(
    await (await fetch(`${url}/?returnFrom=%2Fteamlist`, { headers: { accept: 'text/html,*/*' } })).text(),
  ).toContain('<h1>Log in</h1>');
});

test('a page comes in the chosen language, or else in the browser’s, or else in English', async () => {
  const languageAt = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(url + path, { headers: { accept: 'text/html', ...headers } });
    expect(answer.headers.get('vary')).toBe('accept-encoding, accept-language, cookie');
    return /lang="(\w+)"/.exec(await answer.text())?.[1];
  };
  for (const path of ['/', '/?returnFrom=/about', '/teamlist']) {
    expect(await languageAt(path, { 'accept-language': 'fr, ar-EG;q=0.9, en;q=0.8' })).toBe('ar');
    expect(await languageAt(path, { 'accept-language': 'en-GB, ar;q=0.5' })).toBe('en');
    expect(await languageAt(path, { 'accept-language': 'fr' })).toBe('en');
    expect(await languageAt(path, { 'accept-language': '' })).toBe('en');
    expect(await languageAt(path, { 'accept-language': 'en', cookie: 'a=b; language=ar-u-nu-arab' })).toBe('ar');
    expect(await languageAt(path, { 'accept-language': 'ar', cookie: 'language=xx-u-nu-latn' })).toBe('ar');
    expect(await languageAt(path, { 'accept-language': 'ar', cookie: 'language=../../etc' })).toBe('ar');
  }
});

test('without local accounts no page comes with the form for e-mail and password', async () => {
  const closed = await startGateway({ ...options, isLandingPrerendered: false });
  for (const path of ['/', '/?admin', '/index.html', '/index', '/index.en.html', '/profile']) {
    const answer = await fetch(`http://127.0.0.1:${closed.port}${path}`, { headers: { accept: 'text/html,*/*' } });
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      200,
      expect.stringMatching(/paint\(\)(?!.*Log in)/),
    ]);
  }
  expect((await fetch(`http://127.0.0.1:${closed.port}/assets/app-1a2b.js`)).status).toBe(200);
  await closed.stop();
});

test('hashed files are cached for ever; a missing file is not answered with the page', async () => {
  const file = await fetch(`${url}/assets/app-1a2b.js`);
  expect(file.headers.get('cache-control')).toContain('immutable');
  await file.body?.cancel();
  const gone = await fetch(`${url}/assets/app-0000.js`);
  expect(gone.status).toBe(404);
  expect(await gone.json()).toEqual({ message: 'Not found', code: 'notFound', reason: 'not-found' });
});

test('a film is answered in the requested ranges', async () => {
  const part = await fetch(`${url}/films/one.mp4`, { headers: { range: 'bytes=2-4' } });
  expect([part.status, await part.text()]).toEqual([206, '234']);
  expect(Object.fromEntries(part.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-range': 'bytes 2-4/10',
    'accept-ranges': 'bytes',
  });
  expect(part.headers.get('content-security-policy')).toMatch(/media-src 'self'/);
  expect((await fetch(`${url}/films/one.mp4`, { headers: { range: 'bytes=20-' } })).status).toBe(416);
});

test('a new build is served, and the files that it removed are missing', async () => {
  await writeFile(join(folder, 'assets', 'old-0001.js'), 'export {};');
  expect((await fetch(`${url}/assets/old-0001.js`)).status).toBe(200);
  await rm(join(folder, 'assets', 'old-0001.js'));
  await writeFile(join(folder, 'assets', 'new-0002.js'), 'export {};');
  expect((await fetch(`${url}/assets/old-0001.js`)).status).toBe(404);
  const served = await fetch(`${url}/assets/new-0002.js`);
  expect([served.status, served.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
});

test('a file outside the folder cannot be requested', async () => {
  const { request } = await import('node:http');
  const status = await new Promise((resolve) =>
    request({ port: gateway.port, path: '/../../../../etc/passwd' }, (answer) =>
      resolve(answer.resume().statusCode),
    ).end(),
  );
  expect(status).toBe(404);
});

test('inline scripts and styles are hashed, each once', () => {
  expect(inlineHashes('<style>a{}</style><style media="print">a{}</style><style>b{}</style>', 'style')).toHaveLength(2);
  expect(inlineHashes('<script src="/a.js"></script>', 'script')).toEqual([]);
  expect(inlineHashes('<script>a()</script><script type="module">b()</script>', 'script')).toHaveLength(2);
});

test('health and readiness accept reads only', async () => {
  for (const path of ['/api/health', '/api/ready'])
    expect(await json(path, { method: 'POST' })).toMatchObject({ name: 'command-api', method: 'POST' });
  expect((await fetch(`${url}/api/health`, { method: 'HEAD' })).status).toBe(200);
});

test('an answer may pause for longer than its first byte may take', async () => {
  const quick = remoteServices(urls, logger, { answerMs: 1_000 });
  const impatient = await startGateway({ ...options, services: quick.services });
  expect(await (await fetch(`http://127.0.0.1:${impatient.port}/api/reviews/export.csv`)).text()).toBe(
    'begun and whole',
  );
  await impatient.stop();
  quick.close();
});

test('ready combines all services; an unavailable service is 503 with a sentence', async () => {
  expect(await json('/api/health')).toEqual({ status: 'ok' });
  const ready = await fetch(`${url}/api/ready`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({
    ready: true,
    checks: Object.fromEntries(
      ['command-api', 'query-api', 'projections'].map((name) => [
        name,
        { ok: true, checks: { database: { ok: true } } },
      ]),
    ),
  });

  await close(queryApi);
  await expect.poll(async () => (await fetch(`${url}/api/ready`)).status, { timeout: 10_000 }).toBe(503);
  const away = await fetch(`${url}/api/reviews`);
  expect(away.status).toBe(503);
  expect(away.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(away.headers.get('retry-after')).toBe('1');
  expect(await away.json()).toMatchObject({ code: 'unavailable' });
  expect(await json('/api/reviews', { method: 'POST' })).toMatchObject({ name: 'command-api' });
});

afterEach(() => void vi.useRealTimers());

test('however many ask whether the product is ready, each service is asked once', async () => {
  let asked = 0;
  const ready = async () => {
    asked += 1;
    return { ready: true, checks: {} };
  };
  const one = { ...remote.services['command-api'], ready };
  vi.useFakeTimers({ toFake: ['performance'] });
  const polled = await startGateway({
    ...options,
    services: { 'command-api': one, 'query-api': one, projections: one },
  });
  const ask = async () => (await fetch(`http://127.0.0.1:${polled.port}/api/ready`)).status;
  expect(new Set(await Promise.all(Array.from({ length: 60 }, ask)))).toEqual(new Set([200]));
  expect(asked).toBe(3);
  vi.advanceTimersByTime(60_000);
  await ask();
  expect(asked).toBe(6);
  await polled.stop();
});

test('a request waits for a service that is starting again, with its whole body', async () => {
  const [first, address] = await service('before');
  await close(first);
  const patient = remoteServices({ ...urls, 'command-api': [address] }, logger);
  const waiting = await startGateway({ ...options, services: patient.services });
  const body = 'x'.repeat(3_000_000);
  const answer = fetch(`http://127.0.0.1:${waiting.port}/api/reviews`, { method: 'POST', body });
  const [again] = await service('again', true, Number(address.port));
  expect(await (await answer).json()).toMatchObject({ name: 'again', body });
  await waiting.stop();
  patient.close();
  await close(again);
});

test('commands of one stream go to one of several command APIs, and to another one while that is away', async () => {
  const started = await Promise.all([1, 2, 3].map((n) => service(`api ${n}`)));
  const shared = remoteServices({ ...urls, 'command-api': started.map(([, address]) => address) }, logger);
  const several = await startGateway({ ...options, services: shared.services });
  const answererOf = async (path: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${several.port}${path}`, { method: 'POST', body: 'x' });
    return ((await answer.json()) as { name: unknown }).name;
  };
  const paths = Array.from({ length: 30 }, () => `/api/reviews/addRevMed/${randomUUID()}.0a1b2c3d4e5f`);
  const before = await Promise.all(paths.map(answererOf));
  expect(new Set(before).size).toBe(3);
  expect(await Promise.all(paths.map(answererOf))).toEqual(before);
  const gone = started[1];
  if (gone) await close(gone[0]);
  // A connection that was kept may have a request under way, which is answered 503. Other streams stay where they are.
  await expect
    .poll(
      async () => {
        const after = await Promise.all(paths.map(answererOf));
        return after.map((name, n) => (before[n] === 'api 2' ? name !== 'api 2' && name !== undefined : name));
      },
      { timeout: 10_000 },
    )
    .toEqual(before.map((name) => (name === 'api 2' ? true : name)));
  if (gone) await service('api 2', true, Number(gone[1].port));
  await expect.poll(() => Promise.all(paths.map(answererOf)), { timeout: 10_000 }).toEqual(before);
  await several.stop();
  shared.close();
});

/** A client whose connection is given to a server that does not listen. */
async function given(server: NetServer) {
  server.emit('listening');
  const port = createNetServer((socket) => void server.emit('connection', socket)).listen(0, '127.0.0.1');
  await once(port, 'listening');
  const client = connect((port.address() as AddressInfo).port, '127.0.0.1');
  return { client, end: () => new Promise((resolve) => port.close(resolve)) };
}

test('a client that does not end its headers is cut off, also where the server does not listen', async () => {
  const { server, close: closeGateway } = await createGateway({ ...options, headersMs: 200 });
  const { client, end } = await given(server);
  client.write('GET /api/health HTTP/1.1\r\nhost: a\r\n');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 408 /);
  client.destroy();
  await closeGateway();
  await end();
});

test('the next request on a connection that an answer promised to keep is answered while the gateway closes', async () => {
  let finish = (): void => undefined;
  const slow: Service = {
    ...options.services['query-api'],
    answer(_request, response) {
      response.writeHead(200).write('begun');
      finish = () => response.end(' and whole');
    },
  };
  const services = { ...options.services, 'query-api': slow };
  const { server, closeAfterAnswers, close: closeGateway } = await createGateway({ ...options, services });
  const { client, end } = await given(server);
  let text = '';
  client.on('data', (bytes: Buffer) => (text += bytes.toString())).on('error', () => undefined);
  client.write('GET /api/teams HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(() => text).toContain('begun');
  closeAfterAnswers();
  finish();
  // The client calls again when it has read the end of the answer.
  await expect.poll(() => text, { interval: 1 }).toContain(' and whole\r\n0\r\n\r\n');
  client.write('GET /api/health HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(() => text).toContain('"status":"ok"');
  expect(text).toMatch(/connection: close/i);
  client.destroy();
  await closeGateway();
  await end();
});
