/**
 * `npm run bench`: the time until a command is acknowledged and until teammates have its live note, beside a bare
 * durable INSERT on the same Postgres in the same run. Starts the whole product on a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { NO_ERROR } from 'command-api/domain/values/codes';
import type { Written } from 'command-api/contract/entities';
import { createLogger } from 'service-kit/process/logger';
import pg from 'pg';
import { freePort } from 'service-kit/process/free-port';
import { startPostgres } from '../start/postgres/embedded-postgres.ts';
import { startProduct } from '../test/product.ts';
import { bareInserts } from './bare-inserts.ts';
import { heading, row, summarise, verdict } from './figures.ts';
import { atRate } from './open-loop.ts';
import { watchTeam } from './teammates.ts';
import { openWard, type Ward } from './ward.ts';

const RATE = { perSecond: 50, seconds: 20 };
const WARM_UP = { perSecond: 50, seconds: 4 };
const INSERTS = { ...RATE, seconds: RATE.seconds / 4 };
const SOCKETS = 50;
const TARGET = { acknowledged: 50, heard: 150 };

/** Most notes are a plain sentence. Every third has markup, which the sanitiser has to parse. */
const plain = '<p>Dose checked against renal function: no change needed today.</p>';
const marked =
  '<p>CrCl 25 mL/min: <strong>reduce</strong> to 500 mg every 12 hours.</p><ol>' +
  '<li data-list="bullet">repeat creatinine</li><li data-list="bullet">level before the fourth dose</li></ol>';

async function addEntry(ward: Ward, key: string, index: number): Promise<Written> {
  const review = ward.reviews[index % ward.reviews.length];
  return ward.author.send<Written>('POST', `/api/reviews/addRevMed/${review}`, key, {
    reviewId: review,
    drugErr: {
      errType: NO_ERROR._id,
      errDrug: ward.drug,
      errNote: index % 3 === 0 ? marked : plain,
      errRes: null,
      errSeverity: null,
      drugTags: [],
    },
  });
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-bench-'));
  const postgres = await startPostgres({
    dataDir: path.join(folder, 'shared'),
    port: await freePort(),
    logger: createLogger('postgres', 'warn'),
  });
  await postgres.ensureDatabase('clinical');
  const database = postgres.url('clinical');
  const product = await startProduct({ env: { DATABASE_URL: database, LOG_LEVEL: 'warn', DATA_DIR: folder } });
  const pool = new pg.Pool({ connectionString: database, max: 10 });
  try {
    const { rows } = await pool.query<{ synchronous_commit: string; fsync: string }>(
      `select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync`,
    );
    const entries = (RATE.perSecond * RATE.seconds + WARM_UP.perSecond * WARM_UP.seconds) / 60;
    const ward = await openWard(product.url, { members: 5, reviews: Math.ceil(entries) });
    const mates = await watchTeam(product.url, ward.team, ward.tokens, SOCKETS);

    await atRate(WARM_UP, async (index) => void (await addEntry(ward, `bench:warm:${index}`, index)));
    const before = await bareInserts(pool, INSERTS);
    const acknowledged: number[] = [];
    const heard: number[] = [];
    await atRate(RATE, async (index) => {
      const sent = performance.now();
      const { stream, revision } = await addEntry(ward, `bench:entry:${index}`, index);
      acknowledged.push(performance.now() - sent);
      for (let mate = 0; mate < mates.count; mate += 1) heard.push((await mates.heard(mate, stream, revision)) - sent);
    });
    const after = await bareInserts(pool, INSERTS);
    mates.close();

    const bare = summarise([...before, ...after], 'bare INSERT');
    const ack = summarise(acknowledged, 'commands');
    const live = summarise(heard, 'notes');
    console.log(
      `\n${RATE.perSecond} commands/s for ${RATE.seconds} s (AddReviewMedication over HTTP), ${SOCKETS} sockets; ` +
        `${cpus().length} cores, Node ${process.version}, ` +
        `synchronous_commit=${rows[0]?.synchronous_commit}, fsync=${rows[0]?.fsync}`,
    );
    console.log(heading);
    console.log(row('bare durable INSERT, same Postgres', bare));
    console.log(row('command acknowledged', ack));
    console.log(row("command sent → teammate's socket", live));
    console.log(
      `\nacknowledged / bare INSERT: ` +
        `p50 ${(ack.p50 / bare.p50).toFixed(1)} ×, p95 ${(ack.p95 / bare.p95).toFixed(1)} ×`,
    );
    console.log(verdict('acknowledged p95', ack.p95, TARGET.acknowledged));
    console.log(verdict("teammate's socket p95", live.p95, TARGET.heard));
  } finally {
    await pool.end();
    await product.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await measure();
