/** A generated log: sealed to its end, refused where it does not belong, and read by the real product. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDatabase, ownDatabase, type OwnDatabase } from '../../../runtime/event-log/own-database.ts';
import { type Product, startProduct } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { buildWhatChanged, root } from '../../test/started-program.ts';
import { BENCH_PASSWORD, generate, NotEmpty } from './generate.ts';

describe('a generator', () => {
  let database: OwnDatabase;
  const run = (): Promise<number> =>
    generate({ databaseUrl: database.url, masterKey: Buffer.alloc(32, 7), request: { seed: 1, scale: 0.001 } });
  beforeAll(async () => {
    database = await ownDatabase();
    await run();
  });
  afterAll(() => database.stop());

  test('numbers the positions without gaps, in order of time, and seals and anchors every event', async () => {
    await inDatabase(database.url, async (client: Client) => {
      const { rows } = await client.query<Record<string, number | boolean>>(
        `select count(*)::int as events, max(position)::int as head,
                bool_and(created >= before) as forward, (select count(*) from accounts.event_seal)::int as seals,
                (select count(*) from accounts.sealed_stream where anchored_revision is distinct from revision)::int
                  as "notAnchored"
         from (select position, created, lag(created, 1, created) over (order by position) as before
               from event_log.event) e`,
      );
      const [row] = rows;
      expect(row).toMatchObject({ head: row?.['events'], forward: true, seals: row?.['events'], notAnchored: 0 });
    });
  });

  test('refuses a log', () => expect(run()).rejects.toThrow(NotEmpty));
});

describe('the product on a generated log', () => {
  let dataDir: string;
  let product: Product;
  beforeAll(async () => {
    await buildWhatChanged();
    dataDir = await mkdtemp(path.join(tmpdir(), 'generated-'));
    const main = path.join(root, 'infra/dist/verification/bench/generate/main.js');
    await promisify(execFile)(process.execPath, [main, '--scale', '0.001', '--data-dir', dataDir]);
    product = await startProduct({ dataDir });
  });
  afterAll(async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const call = async <Answer>(asked: string, token?: string, body?: object): Promise<Answer> => {
    const response = await fetch(new URL(asked, product.url), {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(response.status, asked).toBe(200);
    return (await response.json()) as Answer;
  };

  test('projects every stream, lets a generated person sign in, and verifies what it reads', async () => {
    const { DATABASE_URL = '' } = await settingsOf(product, 'projections');
    const [counts] = await inDatabase(DATABASE_URL, async (client) => {
      const { rows } = await client.query<Record<string, number>>(
        `select (select count(*) from read_v1.parked_stream)::int as parked,
                (select count(*) from event_log.event where type = 'PatientAdmitted')::int as admitted,
                (select count(*) from read_v1.admission)::int as admissions,
                (select count(*) from event_log.event
                 where type in ('ReviewAdded', 'ReviewDuplicated'))::int as written,
                (select count(*) from read_v1.review)::int as reviews,
                (select count(*) from read_v1.review_entry)::int as entries`,
      );
      return rows;
    });
    expect(counts).toMatchObject({ parked: 0, admissions: counts?.['admitted'], reviews: counts?.['written'] });
    expect(counts?.['entries']).toBeGreaterThan(8_000);

    const { token } = await call<{ token: string }>('/api/users/login', undefined, {
      email: 'team01-pharmacist1@bench.test',
      password: BENCH_PASSWORD,
    });
    const [stay] = await inDatabase(DATABASE_URL, async (client) => {
      const { rows } = await client.query<{ admission: string; team: string }>(
        `select admission_id as admission, team_id as team from read_v1.admission
         where team_id in (select team_id from read_v1.team where name like '%01')
         order by admission_date desc limit 1`,
      );
      return rows;
    });
    const verified = await call<Record<string, unknown>>(`/api/history/admissions/${stay?.admission}/verify`, token);
    expect(verified).toMatchObject({ intact: true, sealed: verified['checked'] });
    expect(verified).not.toHaveProperty('unsealed');
    let after = '';
    for (;;) {
      const part = await call<{ next?: string; broken?: object }>(
        `/api/history/teams/${stay?.team}/verify${after}`,
        token,
      );
      expect(part.broken).toBeUndefined();
      if (part.next === undefined) break;
      after = `?after=${part.next}`;
    }
  });
});
