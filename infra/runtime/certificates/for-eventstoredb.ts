/**
 * Certificates for the EventStoreDB of `docker-compose.yml`: runs once before it and ends. The folder `server` gets
 * `node.crt` and `node.key`, and keeps the authority's key. The folder `authority` gets `ca.crt` alone, for clients.
 * Each run makes again what is in the last third of its life, so a start once a year renews them.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defineSettings, setting } from 'service-kit/process/settings';
import * as z from 'zod';
import { isFor, isKey, isSignedBy, isUsable, kept, lifeFrom } from './kept-files.ts';
import { certifyAuthority, makeKey, makeServerCertificate } from './make-certificate.ts';

const YEAR_MS = 365 * 86_400_000;
const AUTHORITY_MS = 30 * YEAR_MS;
const SERVER_MS = 3 * YEAR_MS;

export const settings = defineSettings({
  CERTIFICATES: setting(z.string({ error: 'is needed: a folder' }), 'Folder with the folders server and authority'),
  HOSTS: setting(
    z
      .string()
      .default('eventstore')
      .transform((text) => text.split(',')),
    'Names of the server, separated by commas',
  ),
});

const { CERTIFICATES, HOSTS } = settings.read(process.env);
const [server, authority] = [join(CERTIFICATES, 'server'), join(CERTIFICATES, 'authority')];
const hosts = [...HOSTS, 'localhost', '127.0.0.1'];
const now = Date.now();
for (const folder of [server, authority]) await mkdir(folder, { recursive: true });
const authorityKey = await kept(join(server, 'authority.key'), isKey, async () => makeKey('rsa'));
const certificate = await kept(
  join(authority, 'ca.crt'),
  (pem) => isUsable(pem, authorityKey, now),
  () => certifyAuthority(authorityKey, 'EventStoreDB', lifeFrom(now, AUTHORITY_MS)),
);
const key = await kept(join(server, 'node.key'), isKey, async () => makeKey('rsa'));
await kept(
  join(server, 'node.crt'),
  (pem) => isUsable(pem, key, now) && isSignedBy(certificate, pem) && isFor(hosts, pem),
  async () =>
    (await makeServerCertificate(hosts, lifeFrom(now, SERVER_MS), { key: authorityKey, certificate }, key)).certificate,
);
