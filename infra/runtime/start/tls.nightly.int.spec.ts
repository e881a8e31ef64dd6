/** The product with TLS_CERT and TLS_KEY, in both layouts of processes. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type Product } from '../../verification/test/product.ts';
import { root, runProgramToEnd } from '../../verification/test/started-program.ts';

const account = {
  firstName: 'Mona',
  lastName: 'Adel',
  email: 'mona@hospital.test',
  phone: '01000000000',
  password: 'Secret-1',
};
const PATIENTLY = { interval: 100, timeout: 30_000 };
const CLIENTS = 10;

/** Makes a certificate as a user does. @returns the settings that it prints */
async function makeCertificate(folder: string): Promise<{ TLS_CERT: string; TLS_KEY: string }> {
  const program = join(root, 'infra/dist/runtime/certificates/main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--self-signed', '--to', folder]);
  expect(stdout).toBe(`TLS_CERT=${folder}/certificate.pem\nTLS_KEY=${folder}/key.pem\n`);
  return { TLS_CERT: join(folder, 'certificate.pem'), TLS_KEY: join(folder, 'key.pem') };
}

describe.each(['shared', 'separate'] as const)('with %s processes', (layout) => {
  let folder: string;
  let ca: Buffer;
  let files: { TLS_CERT: string; TLS_KEY: string };
  let product: Product;
  let token: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tls-'));
    files = await makeCertificate(folder);
    ca = readFileSync(files.TLS_CERT);
    // The seed writes through the same port.
    product = await startProduct({
      env: {
        ...files,
        PROCESSES: layout,
        RATE_LIMIT: 'off',
        CAPTCHA: 'off',
        SEED: 'catalogue',
        ADMIN_EMAIL: 'admin@hospital.test',
        ADMIN_PASSWORD: 'Secret-of-the-admin-1',
      },
    });
    const { status, text } = await call('/api/users', { method: 'POST', body: JSON.stringify(account) });
    expect(status).toBe(201);
    token = (JSON.parse(text) as { token: string }).token;
  });
  afterAll(async () => {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function call(
    path: string,
    options: { method?: string; body?: string | Buffer; headers?: Record<string, string>; agent?: Agent | false } = {},
  ): Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }> {
    const { method = 'GET', body, headers = {}, agent = false } = options;
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, product.url), {
        method,
        ca,
        agent,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `bearer ${token}` }), ...headers },
      });
      sent.on('error', reject).on('response', (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('error', reject)
          .on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      sent.end(body);
    });
  }

  /** Clients that call until `end` has resolved and for a while after it. @returns what failed */
  async function failuresWhile(keepAlive: boolean, end: () => Promise<void>): Promise<string[]> {
    const agent = new Agent({ keepAlive, maxSockets: CLIENTS });
    const failures: string[] = [];
    let hasEnded = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      for (let after = 0; after < 3;) {
        if (hasEnded) after += 1;
        const answer = await call('/api/users/me', { agent }).catch((error: Error) => ({ status: error.message }));
        if (answer.status !== 200) failures.push(String(answer.status));
      }
    });
    await end();
    hasEnded = true;
    await Promise.all(clients);
    agent.destroy();
    return failures;
  }
  const replaced = async (service: string, before: number): Promise<void> => {
    await expect.poll(() => product.processOf(service).catch(() => before), PATIENTLY).not.toBe(before);
  };

  test('it is ready at an https address, and its pages tell browsers to stay there', async () => {
    expect(product.url).toMatch(/^https:\/\/localhost:\d+$/);
    const { status, headers, text } = await call('/');
    expect(status).toBe(200);
    expect(text).toContain('<html');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('the sample catalogue came through it', async () => {
    const { status, text } = await call('/api/drugs');
    expect(status).toBe(200);
    expect(text).toContain('"_id"');
  });

  test('live connections are secure web sockets', async () => {
    const socket = io(product.url, { transports: ['websocket'], ca: ca.toString(), auth: { token } } as object);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    expect(socket.connected).toBe(true);
    socket.close();
  });

  test('a renewed certificate needs no restart', async () => {
    const serialNumber = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ port: Number(new URL(product.url).port), rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().serialNumber);
          socket.destroy();
        });
        socket.once('error', reject);
      });
    const first = await serialNumber();
    await makeCertificate(folder);
    await expect.poll(serialNumber, PATIENTLY).not.toBe(first);
    ca = readFileSync(files.TLS_CERT);
    expect((await call('/api/users/me')).status).toBe(200);
  });

  test('a killed process comes back, and calls that begin meanwhile wait for it', async () => {
    const service = layout === 'shared' ? 'product' : 'query-api';
    const before = await product.processOf(service);
    process.kill(before, 'SIGKILL');
    if (layout === 'shared')
      await expect
        .poll(() => call('/api/users/me').catch(() => ({ status: 0 })), PATIENTLY)
        .toMatchObject({ status: 200 });
    await replaced(service, before);
    await expect.poll(async () => (await call('/api/users/me')).status, PATIENTLY).toBe(200);
  });

  // Separate services have their restarts in infra/verification/faults/killed-services.nightly.int.spec.ts.
  test.each(layout === 'shared' ? [true, false] : [])(
    'a planned restart fails no call, with kept connections: %s',
    async (keepAlive) => {
      const before = await product.processOf('product');
      const failures = await failuresWhile(keepAlive, async () => {
        process.kill(before, 'SIGTERM');
        await replaced('product', before);
      });
      expect(failures).toEqual([]);
    },
  );

  test('files that cannot be used end the start with one sentence', async () => {
    const other = await mkdtemp(join(tmpdir(), 'tls-'));
    const { TLS_KEY } = await makeCertificate(other);
    const { code, output } = await runProgramToEnd('runtime/start/main.js', {
      SEED: 'none',
      PROCESSES: layout,
      DATA_DIR: join(other, 'data'),
      TLS_CERT: files.TLS_CERT,
      TLS_KEY,
    });
    expect(code).toBe(78);
    expect(output.match(/TLS_\w+: [^\n"\\]+/g)).toEqual(['TLS_KEY: is not the key of the certificate in TLS_CERT.']);
    await rm(other, { recursive: true });
  });
});
