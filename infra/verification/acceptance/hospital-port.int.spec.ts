/** Who reaches the port of the hospital's interface: by TLS, and from allowed addresses alone. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from 'service-kit/process/free-port';
import { type FeedEnvironment, startFeedEnvironment } from 'command-api/testing/feed-environment';
import { adt, openSender } from 'command-api/testing/hl7-sender';
import { makeServerCertificate } from '../../runtime/certificates/make-certificate.ts';

let feed: FeedEnvironment;
beforeAll(async () => {
  feed = await startFeedEnvironment();
});
afterAll(async () => {
  feed.sender.close();
  await feed.environment.stop();
});

/** Another process with an interface. @returns its port */
async function listening(settings: { HL7_ALLOW?: string[]; HL7_TLS_CERT?: string; HL7_TLS_KEY?: string }) {
  const port = await freePort();
  await feed.environment.another({ HL7_PORT: port, HL7_MAP: feed.mapFile, ...settings });
  return port;
}

test('with a certificate the port takes TLS 1.2 and newer, and answers nothing to a sender without TLS', async () => {
  const [now, day] = [Date.now(), 86_400_000];
  const life = { from: new Date(now - day), until: new Date(now + day) };
  const made = await makeServerCertificate(['localhost'], life);
  const [HL7_TLS_KEY, HL7_TLS_CERT] = ['key.pem', 'certificate.pem'].map((name) =>
    join(feed.environment.dataDir, name),
  ) as [string, string];
  await writeFile(HL7_TLS_KEY, made.key);
  await writeFile(HL7_TLS_CERT, made.certificate);
  const port = await listening({ HL7_TLS_CERT, HL7_TLS_KEY });
  const secure = await openSender(port, made.certificate);
  expect(await secure.send(adt('A01', { number: '901' }))).toBe('AA');
  const plain = await openSender(port);
  await expect(plain.send(adt('A01', { number: '902' }))).rejects.toThrow('closed');
  expect(await secure.send(adt('A08', { number: '901', at: '1100', name: 'Hassan^Mona^Ali' }))).toBe('AA');
  secure.close();
});

test.each([
  [['10.9.8.0/24', '192.0.2.7'], false],
  [['10.9.8.0/24', '127.0.0.0/8'], true],
])('with the allowed addresses %j, a sender of this machine is answered: %s', async (HL7_ALLOW, isAllowed) => {
  const sender = await openSender(await listening({ HL7_ALLOW }));
  const answer = sender.send(adt('A01', { number: '903' }));
  const answered = await answer.catch((error: Error) => error.message);
  expect(answered).toEqual(isAllowed ? 'AA' : expect.stringContaining('closed'));
  sender.close();
});
