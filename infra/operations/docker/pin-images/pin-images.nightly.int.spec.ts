import { createServer, type Server } from 'node:http';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from 'service-kit/process/free-port';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildWhatChanged, root, runProgramToEnd, type Ended } from '../../../verification/test/started-program.ts';
import { imagesIn } from './references.ts';

const FILES = [
  'docker-compose.yml',
  'infra/operations/docker/Dockerfile',
  'infra/operations/kubernetes/engines/postgres.yaml',
];
const digest = `sha256:${'a'.repeat(64)}`;

/** A registry that wants a token, as Docker Hub does. */
let registry: Server;
let url: string;
const asked: string[] = [];
beforeAll(async () => {
  await buildWhatChanged();
  registry = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    if (pathname === '/token') {
      response.end(JSON.stringify({ token: searchParams.get('scope') === 'pull' ? 'let-me' : 'no' }));
      return;
    }
    if (request.headers.authorization !== 'Bearer let-me') {
      response.writeHead(401, { 'www-authenticate': `Bearer realm="${url}/token",service="test",scope="pull"` }).end();
      return;
    }
    asked.push(pathname);
    response.writeHead(200, { 'docker-content-digest': digest }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => registry.once('listening', resolve));
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(() => registry.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pin-images-'));
  for (const file of [...FILES.slice(0, 2), 'infra/operations/kubernetes'])
    await cp(join(root, file), join(folder, file), { recursive: true });
  return () => rm(folder, { recursive: true });
});

const pin = (...args: string[]): Promise<Ended> =>
  runProgramToEnd('operations/docker/pin-images/main.js', {}, ['--root', folder, ...args]);
const texts = (): Promise<string[]> => Promise.all(FILES.map((file) => readFile(join(folder, file), 'utf8')));

test('every image with a tag gets the digest of its registry, and a second run changes nothing', async () => {
  const images = [...new Set((await texts()).flatMap(imagesIn))];
  expect(images.length).toBeGreaterThan(5);
  const { code, output } = await pin('--registry', url);
  expect([code, output]).toEqual([0, expect.stringMatching(/\d+ images, \d+ files changed\./)]);
  const pinned = await texts();
  for (const image of images) expect(pinned.join('\n')).toContain(`${image}@${digest}`);
  expect(pinned.join('\n')).not.toMatch(/image: clinical-pharmacy@/);
  expect(asked).toEqual(
    expect.arrayContaining(['/v2/library/postgres/manifests/17.10', '/v2/prom/prometheus/manifests/v3.5.0']),
  );
  const [again, checked] = [await pin('--registry', url), await pin('--registry', url, '--check')];
  expect([again.output, checked.code]).toEqual([expect.stringContaining('0 files changed'), 0]);
});

test('a check says that a file would change, and changes none', async () => {
  const before = await texts();
  const { code, output } = await pin('--registry', url, '--check');
  expect([code, output]).toEqual([1, expect.stringContaining('files would change')]);
  expect(await texts()).toEqual(before);
});

test('without a registry a sentence says so, and no file is changed', async () => {
  const before = await texts();
  const { code, output } = await pin('--registry', `http://127.0.0.1:${await freePort()}`);
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^The registry 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\. No file was changed\./),
  ]);
  expect(await texts()).toEqual(before);
});

test('an option that is not known is answered with the usage', async () => {
  expect(await pin('--fast')).toMatchObject({ code: 64, output: expect.stringContaining('Usage: npm run pin-images') });
});
