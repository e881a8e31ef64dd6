import { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imagesMoveBack } from './after-loading.ts';

let installation: Installation;
let pool: Pool;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  await migratePrivateSchema(pool);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

test('an image goes back to the chart of before each move that the restored log does not have', async () => {
  const moves = [
    { admission: 'a', patient: 'p-a', revision: 7 },
    { admission: 'b', patient: 'p-b', revision: 3 },
  ];
  await pool.query(
    `insert into images.image (image_id, admission_id, patient_id, uploaded_by, address, thumbnail_address, moves)
     select image_id, 'c', 'p-c', 'mona', 'x', 'x', moves from jsonb_to_recordset($1) as i (image_id text, moves jsonb)`,
    [
      JSON.stringify([
        { image_id: 'once', moves: moves.slice(1) },
        { image_id: 'twice', moves },
      ]),
    ],
  );
  const client = await pool.connect();
  const ownersAfter = async (leftOut: [string, bigint][]) => {
    await imagesMoveBack(client, new Map(leftOut));
    const { rows } = await pool.query<{ owner: string }>(
      `select image_id || ' ' || admission_id || ' ' || patient_id || ' ' || jsonb_array_length(moves) as owner
       from images.image order by image_id`,
    );
    return rows.map(({ owner }) => owner);
  };
  expect(await ownersAfter([['admission-b', 4n]])).toEqual(['once c p-c 1', 'twice c p-c 2']);
  expect(await ownersAfter([['admission-b', 3n]])).toEqual(['once b p-b 0', 'twice b p-b 1']);
  expect(await ownersAfter([['admission-a', 7n]])).toEqual(['once b p-b 0', 'twice a p-a 0']);
  client.release();
});
