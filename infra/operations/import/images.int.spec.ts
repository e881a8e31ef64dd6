/** Images of the old galleries: by file, and by address of hosts that the operator has named. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { publicAgent } from 'command-api/processes/reminders/push-services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeServerCertificate } from '../../runtime/certificates/make-certificate.ts';
import { Fields } from './fields.ts';
import { createImages, type ImageSources } from './images.ts';
import { ImportReport } from './import-report.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const HOST = 'images.old.test';
const owner = { admissionId: 'a', teamId: 't', patientId: 'p', uploadedBy: 'u' };

let folder: string;
let server: Server;
/** Reaches the server of this spec in place of the named host. */
let agent: Agent;
const asked: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'old-images-'));
  await writeFile(join(folder, 'x-ray.png'), png);
  await writeFile(join(folder, 'page.png'), '<html>');
  await writeFile(join(tmpdir(), 'outside.png'), png);
  const [now, day] = [Date.now(), 86_400_000];
  const made = await makeServerCertificate([HOST], { from: new Date(now - day), until: new Date(now + day) });
  server = createServer({ key: made.key, cert: made.certificate }, (request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/moved.png') response.writeHead(302, { location: `https://${HOST}/x.png` }).end();
    else if (request.url === '/large.png') response.end(Buffer.alloc(40 * 1024 * 1024));
    else response.end(request.url === '/x.png' ? png : '<html>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  agent = Object.assign(new Agent(), {
    createConnection: () => connect({ port, host: '127.0.0.1', servername: HOST, ca: made.certificate }),
  });
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await rm(join(tmpdir(), 'outside.png'));
});

/** @returns the ids of what was stored, and what the report says of the others */
async function taken(images: readonly unknown[], sources: Partial<ImageSources> = {}) {
  const report = new ImportReport(join(folder, 'report.ndjson'));
  const stored: string[] = [];
  const store = {
    find: async () => undefined,
    store: async ({ imageId }: { imageId: string }) => {
      stored.push(imageId);
      return { imageId, image: `/api/images/${imageId}`, thumbnail: '' };
    },
  };
  const said: string[] = [];
  const group = new Fields(report, 'admissions', { _id: 'g', images: [...images] });
  group.changed = (_field, what) => void said.push(what);
  const all = { folder: undefined, hosts: [HOST], agent, ...sources };
  const found = await createImages(store, all, false).take(group, 'g', owner);
  await report.close();
  expect(found).toEqual(stored.map((id) => `/api/images/${id}`));
  return { count: stored.length, said };
}

test('a file is found by its name alone: no path leads out of the folder, and what is no image is said', async () => {
  const images = ['x-ray.png', 'https://elsewhere.test/2019/x-ray.png', '../outside.png', 'page.png', '%2e%2e', ''];
  const { count, said } = await taken(images, { folder });
  expect(count).toBe(2);
  expect(said).toEqual([
    expect.stringContaining('there is no such file'),
    expect.stringMatching(/^is missing: /),
    expect.stringContaining('there is no such file'),
    'is missing: has no address',
  ]);
  expect(asked).toEqual([]);
});

test('an address is fetched from a named host, by https on the usual port; a redirect is not followed', async () => {
  const of = (path: string) => `https://${HOST}/${path}`;
  const { count, said } = await taken([
    of('x.png'),
    { url: of('moved.png') },
    of('large.png'),
    of('page.png'),
    `http://${HOST}/x.png`,
    `https://${HOST}:8443/x.png`,
    'https://elsewhere.test/x.png',
    `https://${HOST}.elsewhere.test/x.png`,
  ]);
  expect(count).toBe(1);
  expect(said.map((what) => what.replace('is missing: ', ''))).toEqual([
    'its host answers 302',
    'the file is too large',
    expect.any(String),
    'its address is not https on the usual port',
    'its address is not https on the usual port',
    expect.stringContaining('not among --image-hosts'),
    expect.stringContaining('not among --image-hosts'),
  ]);
  expect(asked).toEqual(['/x.png', '/moved.png', '/large.png', '/page.png']);
});

test('a named host that leads into the hospital’s own network is not asked, by name or by number', async () => {
  const hosts = ['localhost', '127.0.0.1', '[::1]', '10.0.0.5'];
  const images = hosts.map((host) => `https://${host}/x.png`);
  const { count, said } = await taken(images, { hosts, agent: publicAgent() });
  expect(count).toBe(0);
  expect(said).toEqual([
    'is missing: its host does not answer (ENOTPUBLIC)',
    ...Array.from({ length: 3 }, () => 'is missing: its address has no name of a host'),
  ]);
});
