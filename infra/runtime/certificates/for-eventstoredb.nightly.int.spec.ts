/** The program that makes the certificates of the EventStoreDB of compose. */
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWhatChanged, runProgramToEnd } from '../../verification/test/started-program.ts';

let folder: string;
beforeAll(async () => {
  await buildWhatChanged();
  folder = await mkdtemp(join(tmpdir(), 'eventstore-certificates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (): Promise<void> => {
  const env = { CERTIFICATES: folder, HOSTS: 'eventstore,log.hospital.example' };
  expect(await runProgramToEnd('runtime/certificates/for-eventstoredb.js', env)).toEqual({ code: 0, output: '' });
};
const textOf = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
const certificateOf = async (file: string): Promise<X509Certificate> => new X509Certificate(await textOf(file));

test('the server gets an RSA certificate for its names, and clients the authority alone', async () => {
  await run();
  expect((await readdir(join(folder, 'server'))).toSorted()).toEqual(['authority.key', 'node.crt', 'node.key']);
  expect(await readdir(join(folder, 'authority'))).toEqual(['ca.crt']);
  // EventStoreDB takes the first line for the kind of the key.
  expect(await textOf('server/node.key')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  const [server, authority] = [await certificateOf('server/node.crt'), await certificateOf('authority/ca.crt')];
  expect(server.publicKey.asymmetricKeyType).toBe('rsa');
  expect(server.checkIssued(authority) && server.verify(authority.publicKey)).toBe(true);
  for (const name of ['eventstore', 'log.hospital.example', 'localhost']) expect(server.checkHost(name)).toBe(name);
  expect(server.keyUsage?.toSorted()).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
});

test('another run keeps them, and makes a lost one again with the same authority', async () => {
  const [node, authority] = [await textOf('server/node.crt'), await textOf('authority/ca.crt')];
  await run();
  expect(await textOf('server/node.crt')).toBe(node);
  await writeFile(join(folder, 'server/node.crt'), '');
  await run();
  expect(await textOf('server/node.crt')).not.toBe(node);
  expect(await textOf('authority/ca.crt')).toBe(authority);
});
