/** The folder of the credentials. */
import { X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logCredentialsIn, logUrl } from './log-credentials.ts';

const DAY_MS = 86_400_000;
let dataDir: string;
let folder: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'log credentials & more-'));
  folder = join(dataDir, 'event-log-credentials');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const inDays = (days: number) => ({ now: Date.now() + days * DAY_MS });
const authorityNow = async (): Promise<X509Certificate> =>
  new X509Certificate(await readFile(join(folder, 'authority.pem')));
const server = ({ server }: { server: { certificate: string } }) => new X509Certificate(server.certificate);

test('they are made once, and the user alone can read them', async () => {
  const first = await logCredentialsIn(dataDir);
  expect(first.password).toMatch(/^[\w-]{43}$/);
  expect(await logCredentialsIn(dataDir)).toEqual(first);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const file of ['password', 'authority-key.pem', 'authority.pem', 'server.pem'])
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
});

test('a folder that others could enter, as after a restore, is closed', async () => {
  await logCredentialsIn(dataDir);
  await chmod(folder, 0o755);
  await logCredentialsIn(dataDir);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('two folders share neither password nor authority', async () => {
  const first = await logCredentialsIn(dataDir);
  const second = await logCredentialsIn(join(dataDir, 'second'));
  expect(second.password).not.toBe(first.password);
  const authority = new X509Certificate(await readFile(second.authorityFile));
  expect(server(first).verify(authority.publicKey)).toBe(false);
});

test('the certificate is the server’s alone, on the loopback interface and for the given names', async () => {
  const certificate = server(await logCredentialsIn(dataDir, { hosts: ['log.hospital.example', '10.0.0.7'] }));
  expect(certificate.ca).toBe(false);
  for (const host of ['localhost', 'log.hospital.example']) expect(certificate.checkHost(host)).toBe(host);
  for (const address of ['127.0.0.1', '10.0.0.7']) expect(certificate.checkIP(address)).toBe(address);
  expect(certificate.checkIP('::1')).toBeDefined();
  expect(certificate.checkHost('elsewhere.example')).toBeUndefined();
  expect(certificate.verify((await authorityNow()).publicKey)).toBe(true);
  // A start without those names keeps it.
  expect(server(await logCredentialsIn(dataDir)).serialNumber).toBe(certificate.serialNumber);
});

test('the server’s certificate is renewed when a third of its year is left, by the same authority', async () => {
  const first = server(await logCredentialsIn(dataDir));
  const authority = await authorityNow();
  expect(server(await logCredentialsIn(dataDir, inDays(230))).serialNumber).toBe(first.serialNumber);
  const renewed = server(await logCredentialsIn(dataDir, inDays(260)));
  expect(renewed.serialNumber).not.toBe(first.serialNumber);
  expect(Date.parse(renewed.validTo)).toBeGreaterThan(inDays(600).now);
  expect(renewed.verify(authority.publicKey)).toBe(true);
  expect((await authorityNow()).serialNumber).toBe(authority.serialNumber);
});

test('the authority is renewed with its key, so that clients with the old one still trust the server', async () => {
  await logCredentialsIn(dataDir);
  const old = await authorityNow();
  const later = await logCredentialsIn(dataDir, inDays(21 * 365));
  const renewed = await authorityNow();
  expect(renewed.serialNumber).not.toBe(old.serialNumber);
  expect(server(later).checkIssued(renewed)).toBe(true);
  expect(server(later).checkIssued(old)).toBe(true);
  expect(server(later).verify(old.publicKey)).toBe(true);
});

test('a certificate of a clock that was years ahead is made again', async () => {
  const ahead = await logCredentialsIn(dataDir, inDays(4_000));
  const now = await logCredentialsIn(dataDir);
  expect(server(now).serialNumber).not.toBe(server(ahead).serialNumber);
  expect(Date.parse(server(now).validFrom)).toBeLessThan(Date.now());
});

test.each(['password', 'authority-key.pem', 'authority.pem', 'server.pem'])(
  'a damaged %s is made again',
  async (file) => {
    const before = await logCredentialsIn(dataDir);
    await writeFile(join(folder, file), '-----BEGIN NOTHING-----\n');
    const after = await logCredentialsIn(dataDir);
    expect(after.password === before.password).toBe(file !== 'password');
    expect(server(after).verify((await authorityNow()).publicKey)).toBe(true);
  },
);

test('a folder that cannot be made is refused with a sentence', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(logCredentialsIn(join(dataDir, 'file'))).rejects.toThrow(
    'event-log-credentials cannot be used by this user (ENOTDIR): it holds the event log’s keys.',
  );
});

test('the address holds name, password and the path of the authority, with any letters in it', async () => {
  const credentials = await logCredentialsIn(dataDir);
  const url = new URL(logUrl(credentials, '127.0.0.1:2113').replace('esdb:', 'http:'));
  expect(url).toMatchObject({ host: '127.0.0.1:2113', username: 'admin', password: credentials.password });
  expect(Object.fromEntries(url.searchParams)).toEqual({ tls: 'true', tlsCAFile: credentials.authorityFile });
});
