import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawEvent } from 'service-kit/event-log/port';
import { type AnchorContent, createSeals } from 'service-kit/event-log/seals';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { createSigning } from 'service-kit/security/signing';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { anchorAll } from './seal-writer.ts';

let installation: Installation;
let pool: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
});
afterAll(async () => {
  await pool?.end();
  await installation?.stop();
});

const firstEventOf = (stream: string, teamId: string): RawEvent => ({
  stream,
  revision: 0n,
  id: `event of ${stream}`,
  type: 'PatientAdmitted',
  data: {},
  metadata: { teamId },
  position: { commit: 1n, prepare: 1n },
  created: new Date(),
});

test('all moved heads are anchored at once, also those of the last team of many', async () => {
  const seals = createSeals(pool);
  const events = [
    ...Array.from({ length: 1_200 }, (_, index) => firstEventOf(`admission-${index}`, 'a busy team')),
    firstEventOf('admission-last', 'the last team'),
  ];
  await seals.seal(events, { commit: 1n, prepare: 1n });
  await anchorAll({ seals, signing: createSigning(Buffer.alloc(32)) }, { signal: new AbortController().signal });
  expect(await seals.anchorsOf('admission-last')).toHaveLength(1);
  const { rows } = await pool.query(
    'select from accounts.sealed_stream where anchored_revision is distinct from revision',
  );
  expect(rows).toEqual([]);
});

test("a transferred stream is in the receiving team's anchors from then on, and in the old team's as it was before", async () => {
  const seals = createSeals(pool);
  const at = { commit: 2n, prepare: 2n };
  const signing = createSigning(Buffer.alloc(32));
  const accepted = (revision: bigint, metadata: object): RawEvent => ({
    ...firstEventOf('admission-moved', ''),
    id: `event ${revision}`,
    revision,
    metadata,
  });
  await seals.seal([firstEventOf('admission-moved', 'icu')], at);
  await seals.anchor(signing, new Date());
  await seals.seal([accepted(1n, { teamId: 'ward' }), accepted(2n, {})], at);
  await seals.anchor(signing, new Date());
  const heads = (await seals.anchorsOf('admission-moved')).map(({ team, said }) => [
    team,
    (JSON.parse(said) as AnchorContent).heads.map(({ stream, revision }) => `${stream}@${revision}`),
  ]);
  expect(heads).toEqual([
    ['icu', ['admission-moved@0']],
    ['ward', ['admission-moved@2']],
  ]);
  expect(await seals.streamsBehind('ward', '', 10)).toEqual(['admission-moved']);
  expect(await seals.streamsBehind('icu', '', 10)).toEqual([]);
});
