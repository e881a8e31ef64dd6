import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import { type AnchorStatement, contentOf, createAnchorStatements } from 'service-kit/event-log/anchor-statements';
import type { RawEvent } from 'service-kit/event-log/port';
import { createSeals } from 'service-kit/event-log/seals';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createLogger } from 'service-kit/process/logger';
import { createSigning, isSignedBy } from 'service-kit/security/signing';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileTransport } from '../mail/mail-transport.ts';
import { mailWords } from '../mail/mail-words.ts';
import { destinationOf } from './destinations.ts';
import { statementRound } from './send-statements.ts';

let installation: Installation;
let pool: Pool;
let folder: string;
const signing = createSigning(Buffer.alloc(32, 7));

/** The second party: keeps what it gets, and answers with `status`. */
const received: { body: AnchorStatement; authorization: string | undefined }[] = [];
let status = 200;
const secondParty = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ body: JSON.parse(body) as AnchorStatement, authorization: request.headers.authorization });
    response.writeHead(status).end();
  });
});

beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
  folder = await mkdtemp(join(tmpdir(), 'statements-'));
  secondParty.listen(0, '127.0.0.1');
  await once(secondParty, 'listening');
});
afterAll(async () => {
  secondParty.close();
  await pool.end();
  await installation.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await pool.query('truncate accounts.anchor_statement, accounts.anchor_statement_delivery');
  received.length = 0;
  status = 200;
});

let made = 0;
/** A new event of each team, sealed and anchored. */
async function anchor(...teams: readonly string[]): Promise<void> {
  const seals = createSeals(pool);
  const events = teams.map((teamId): RawEvent => {
    made += 1;
    return {
      stream: `admission-${made}`,
      revision: 0n,
      id: `event ${made}`,
      type: 'PatientAdmitted',
      data: {},
      metadata: { teamId },
      position: { commit: BigInt(made), prepare: BigInt(made) },
      created: new Date(),
    };
  });
  await seals.seal(events, { commit: BigInt(made), prepare: BigInt(made) });
  await seals.anchor(signing, new Date());
}

const HOUR = 3_600_000;
const began = Date.parse('2026-11-26T10:00:00Z');
const round = (hours: number) => {
  const { port } = secondParty.address() as AddressInfo;
  const mails = {
    post: fileTransport(folder),
    from: undefined,
    origin: 'https://pharmacy.hospital.example',
    says: mailWords.codes.map((code) => mailWords.in(code)),
  };
  return statementRound(
    {
      statements: createAnchorStatements(pool),
      signing,
      destinations: [
        destinationOf('mailto:auditor@hospital.example', mails),
        destinationOf(`http://us:secret@127.0.0.1:${port}/anchors`, mails),
      ],
      everyMs: 24 * HOUR,
      logger: createLogger('spec', 'silent'),
    },
    new Date(began + hours * HOUR),
  );
};
const numbersReceived = () => received.map(({ body }) => contentOf(body).number);

test('before the first anchor there is nothing to say', async () => {
  await round(0);
  expect(received).toEqual([]);
});

test('each destination gets a statement of the newest anchors once, signed, without a stream in it', async () => {
  await anchor('icu', 'ward');
  await anchor('icu');
  await round(0);
  await round(1);
  expect(numbersReceived()).toEqual([1]);
  const [{ body, authorization } = { body: undefined, authorization: undefined }] = received;
  expect(authorization).toBe(`Basic ${Buffer.from('us:secret').toString('base64')}`);
  expect(isSignedBy(signing.publicKey, body?.said ?? '', body?.signature ?? '')).toBe(true);
  const { rows } = await pool.query<{ team: string; number: number; hash: string }>(
    'select team_id as team, max(number) as number, (array_agg(hash order by number desc))[1] as hash from accounts.anchor group by 1 order by 1',
  );
  expect(contentOf(body!)).toEqual({ number: 1, at: '2026-11-26T10:00:00.000Z', previous: '', teams: rows });
  expect(JSON.stringify(body)).not.toContain('admission-');

  const [mail = ''] = await readdir(folder);
  const eml = await readFile(join(folder, mail), 'utf8');
  expect(eml).toContain('To: auditor@hospital.example');
  expect(eml).toContain('anchor-statement-1.json');
  expect(await readdir(folder)).toHaveLength(1);
});

test('a destination that refuses holds the other up in nothing, and gets it later', async () => {
  status = 503;
  await anchor('icu');
  const before = (await readdir(folder)).length;
  await round(0);
  expect((await readdir(folder)).length).toBe(before + 1);
  status = 200;
  await round(0.1);
  await round(0.2);
  expect(numbersReceived()).toEqual([1, 1]);
  expect((await readdir(folder)).length).toBe(before + 1);
});

test('the next one comes after its time, follows on the one before, and not when nothing was written', async () => {
  await anchor('icu');
  await round(0);
  await round(25);
  await anchor('icu');
  await round(26);
  await round(27);
  expect(numbersReceived()).toEqual([1, 2]);
  expect(contentOf(received[1]!.body).previous).toBe(received[0]!.body.hash);
});

test('two that are made at once are one', async () => {
  await anchor('icu');
  const statements = createAnchorStatements(pool);
  const both = await Promise.all([1, 2, 3].map(() => statements.make(signing, new Date(began))));
  expect(new Set(both.map((statement) => statement?.hash)).size).toBe(1);
  expect((await pool.query('select from accounts.anchor_statement')).rowCount).toBe(1);
});
