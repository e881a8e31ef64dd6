/** The gateway with TLS: what changes to a plain one. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get as getPlain, type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { get, request } from 'node:https';
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls, { connect as connectTls, TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type KeyAndCertificate, makeServerCertificate } from '../certificates/make-certificate.ts';
import { createGateway, startGateway, type Gateway, type GatewayOptions } from './server.ts';
import type { Service } from './service.ts';
import { tlsMistakes } from './tls-files.ts';

const DAY_MS = 86_400_000;
const PATIENTLY = { interval: 20, timeout: 10_000 };
let folder: string;
let certFile: string;
let keyFile: string;
let present: KeyAndCertificate;
let options: GatewayOptions & { host: string; port: number };
let gateway: Gateway;

const service: Service = {
  answer(asked, response) {
    const body: Buffer[] = [];
    asked
      .on('data', (part: Buffer) => body.push(part))
      .on('end', () => {
        const bytes = Buffer.concat(body).length;
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ proto: asked.headers['x-forwarded-proto'], bytes }));
      });
  },
  upgrade: (_, socket) =>
    void socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nTLS: ${socket instanceof TLSSocket}`,
    ),
  ready: async () => ({ ready: true, checks: {} }),
};

const made = (fromDays = -1, untilDays = 30): Promise<KeyAndCertificate> =>
  makeServerCertificate(['localhost', '127.0.0.1'], {
    from: new Date(Date.now() + fromDays * DAY_MS),
    until: new Date(Date.now() + untilDays * DAY_MS),
  });
async function install({ key, certificate }: KeyAndCertificate): Promise<void> {
  await Promise.all([writeFile(certFile, certificate), writeFile(keyFile, key)]);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-tls-'));
  [certFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  present = await made();
  await install(present);
  await mkdir(join(folder, 'pages'));
  for (const name of ['index.en.html', 'page.en.html'])
    await writeFile(join(folder, 'pages', name), '<title>The page</title>');
  options = {
    host: '127.0.0.1',
    port: 0,
    staticDir: join(folder, 'pages'),
    sources: { images: [], media: [] },
    services: { 'command-api': service, 'query-api': service, projections: service },
    trustedProxies: 0,
    tls: { certFile, keyFile, logger: pino({ level: 'silent' }), lookMs: 20 },
  };
  gateway = await startGateway(options);
});
afterEach(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
const asked = (call: ReturnType<typeof get>): Promise<Answer> =>
  new Promise((resolve, reject) =>
    call.on('error', reject).on('response', (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    }),
  );
const secure = (path: string): Promise<Answer> =>
  asked(get({ port: gateway.port, host: 'localhost', path, ca: present.certificate, agent: false }));
const plainly = (path: string, host: string): Promise<Answer> =>
  asked(getPlain({ port: gateway.port, host: '127.0.0.1', path, headers: { host }, agent: false }));

test('pages come over TLS and tell browsers to stay there', async () => {
  const { status, headers, text } = await secure('/');
  expect([status, text]).toEqual([200, '<title>The page</title>']);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});

test('services hear that the request was secure, and large bodies arrive whole', async () => {
  expect(JSON.parse((await secure('/api/teams')).text)).toEqual({ proto: 'https', bytes: 0 });
  const upload = request({
    port: gateway.port,
    host: 'localhost',
    path: '/api/x',
    method: 'POST',
    ca: present.certificate,
  });
  upload.end(Buffer.alloc(3_000_000));
  expect(JSON.parse((await asked(upload)).text)).toEqual({ proto: 'https', bytes: 3_000_000 });
});

test('upgrades are passed on', async () => {
  const call = request({
    port: gateway.port,
    host: 'localhost',
    path: '/socket.io/',
    ca: present.certificate,
    headers: { connection: 'upgrade', upgrade: 'x' },
  });
  call.end();
  const [, socket, head] = (await once(call, 'upgrade')) as [unknown, Socket, Buffer];
  let text = head.toString();
  socket.on('data', (part: Buffer) => (text += part.toString()));
  await once(socket, 'end');
  expect(text).toBe('TLS: true');
});

describe('plain http on the same port', () => {
  test('leads to https where a page is read', async () => {
    const { status, headers } = await plainly('/teams?x=1', 'pharmacy.hospital.example:8443');
    expect([status, headers.location]).toEqual([308, 'https://pharmacy.hospital.example:8443/teams?x=1']);
  });

  test.each(['a/b', 'a b', 'user@host'])('is refused with a sentence for the host %j', async (host) => {
    const { status, headers, text } = await plainly('/', host);
    expect([status, headers.location]).toEqual([400, undefined]);
    expect(text).toBe('This address speaks https: begin it with https://\n');
  });

  test('is refused with a sentence where something is sent', async () => {
    const call = requestPlain({ port: gateway.port, host: '127.0.0.1', path: '/api/users/login', method: 'POST' });
    call.end('{"password":"x"}');
    expect(await asked(call)).toMatchObject({ status: 400, text: expect.stringContaining('speaks https') });
  });
});

test('a version of TLS below 1.2 is refused', async () => {
  const old = connectTls({ port: gateway.port, host: '127.0.0.1', maxVersion: 'TLSv1.1', minVersion: 'TLSv1' });
  const [error] = (await once(old, 'error')) as [Error];
  expect(error.message).toMatch(/protocol|version|alert/i);
});

test('a connection that says nothing, or ends in its handshake, is closed and harms no other', async () => {
  await gateway.stop();
  gateway = await startGateway({ ...options, headersMs: 100 });
  const silent = connect(gateway.port, '127.0.0.1');
  await once(silent, 'close');
  const broken = connect(gateway.port, '127.0.0.1');
  broken.end(Buffer.from([22, 3, 1, 0, 5, 1]));
  broken.resume();
  await once(broken, 'close');
  expect((await secure('/')).status).toBe(200);
});

test('connections that are given to the server have TLS too', async () => {
  const { server, close } = await createGateway(options);
  const port = createNetServer({ pauseOnConnect: true }, (socket) => void server.emit('connection', socket));
  await once(port.listen(0, '127.0.0.1'), 'listening');
  const call = get({
    port: (port.address() as AddressInfo).port,
    host: 'localhost',
    path: '/api/teams',
    ca: present.certificate,
    agent: false,
  });
  expect(JSON.parse((await asked(call)).text)).toMatchObject({ proto: 'https' });
  await close();
  await new Promise((resolve) => port.close(resolve));
});

describe('when the files change', () => {
  const serialNumber = async (): Promise<string> => {
    const socket = connectTls({ port: gateway.port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { serialNumber: serial } = socket.getPeerCertificate();
    socket.destroy();
    return serial;
  };

  test('new connections get the new certificate, and open ones go on', async () => {
    const open = connectTls({ port: gateway.port, host: '127.0.0.1', ca: present.certificate });
    await once(open, 'secureConnect');
    const first = await serialNumber();
    await install(await made());
    await expect.poll(serialNumber, PATIENTLY).not.toBe(first);
    open.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [answer] = (await once(open, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    open.destroy();
  });

  test('the new certificate is not served below TLS 1.2 either', async () => {
    await gateway.stop();
    const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
    try {
      // As with `node --tls-min-v1.0`, and with ciphers that the old version can use.
      Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: 'DEFAULT:@SECLEVEL=0' });
      gateway = await startGateway(options);
      const first = await serialNumber();
      await install(await made());
      await expect.poll(serialNumber, PATIENTLY).not.toBe(first);
      const old = connectTls({
        port: gateway.port,
        host: '127.0.0.1',
        maxVersion: 'TLSv1.1',
        rejectUnauthorized: false,
      });
      const [error] = (await once(old, 'error')) as [Error];
      expect(error.message).toMatch(/alert protocol version/);
    } finally {
      Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS });
    }
  });

  test('files that cannot be used change nothing', async () => {
    const first = await serialNumber();
    await writeFile(keyFile, (await made()).key);
    await writeFile(certFile, 'half a file');
    expect(tlsMistakes({ TLS_CERT: certFile, TLS_KEY: keyFile })).toHaveLength(1);
    expect(await serialNumber()).toBe(first);
    await install(await made());
    await expect.poll(serialNumber, PATIENTLY).not.toBe(first);
  });
});

describe('a mistake in the settings has a sentence', () => {
  const sentences = (files: { TLS_CERT?: string; TLS_KEY?: string; PUBLIC_URL?: string }) =>
    tlsMistakes(files).map(({ name, sentence }) => [name, sentence]);
  const both = () => ({ TLS_CERT: certFile, TLS_KEY: keyFile });

  test('none without the settings, and none with good files', () => {
    expect([sentences({}), sentences(both())]).toEqual([[], []]);
  });

  test('one setting alone', () => {
    expect(sentences({ TLS_CERT: certFile })).toEqual([['TLS_KEY', 'TLS_KEY: is needed with TLS_CERT.']]);
    expect(sentences({ TLS_KEY: keyFile })).toEqual([['TLS_CERT', 'TLS_CERT: is needed with TLS_KEY.']]);
  });

  test('an address with plain http, which the port does not speak', () => {
    expect(sentences({ ...both(), PUBLIC_URL: 'http://pharmacy.test' })).toEqual([
      ['PUBLIC_URL', 'PUBLIC_URL: must begin with https:// where TLS_CERT is set: the port speaks https only.'],
    ]);
    expect(sentences({ ...both(), PUBLIC_URL: 'https://pharmacy.test' })).toEqual([]);
    expect(sentences({ PUBLIC_URL: 'http://pharmacy.test' })).toEqual([]);
  });

  test('a file that is missing', () => {
    const missing = join(folder, 'none.pem');
    expect(sentences({ ...both(), TLS_CERT: missing })).toEqual([
      ['TLS_CERT', `TLS_CERT: the file ${missing} cannot be read (ENOENT).`],
    ]);
    expect(sentences({ ...both(), TLS_KEY: missing })).toEqual([
      ['TLS_KEY', `TLS_KEY: the file ${missing} cannot be read (ENOENT).`],
    ]);
  });

  test('a file with something else', async () => {
    expect(sentences({ TLS_CERT: keyFile, TLS_KEY: keyFile })).toEqual([
      ['TLS_CERT', `TLS_CERT: the file ${keyFile} holds no certificate in PEM.`],
    ]);
    expect(sentences({ TLS_CERT: certFile, TLS_KEY: certFile })).toEqual([
      ['TLS_KEY', `TLS_KEY: the file ${certFile} holds no private key in PEM, or one with a passphrase.`],
    ]);
  });

  test('the key of another certificate', async () => {
    await writeFile(keyFile, (await made()).key);
    expect(sentences(both())).toEqual([['TLS_KEY', 'TLS_KEY: is not the key of the certificate in TLS_CERT.']]);
  });

  test('a certificate before and after its time', async () => {
    await install(await made(-30, -1));
    expect(sentences(both())).toEqual([
      ['TLS_CERT', expect.stringMatching(/^TLS_CERT: the certificate has expired on \d{4}-\d\d-\d\d\.$/)],
    ]);
    await install(await made(1, 30));
    expect(sentences(both())).toEqual([
      ['TLS_CERT', expect.stringMatching(/^TLS_CERT: the certificate is valid from \d{4}-\d\d-\d\d only\.$/)],
    ]);
  });
});
