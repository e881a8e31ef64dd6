/**
 * `npm run faults:overload`: attacks the product while ordinary people save and read, and prints what they wait, quiet
 * and under each attack. The exit code is 1 if a p95 is not below five times its quiet value of the same run. Starts
 * the whole product on a temporary folder.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { NO_ERROR } from 'language/domain/values/codes';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { heading, row, summarise } from '../../bench/figures.ts';
import { openWard, type Ward } from '../../bench/ward.ts';
import { startProduct } from '../../test/product.ts';
import { get } from '../convergence/calls.ts';
import type { Attack, Outcomes, Target } from './attacks.ts';
import { People, type Phase } from './people.ts';
import { settings } from './settings.ts';

const TIMES_MOST = 5;
/** A review takes a hundred entries. */
const REVIEWS = 60;
/** Together some 12 MB of CSV: more than the buffers between the product and a reader hold. */
const LONG = { reviews: 30, entries: 40, characters: 10_000 };

const run = settings.read(process.env);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Fills the export. @returns its path */
async function writeLongReviews({ team, author, reviews, drug }: Ward): Promise<string> {
  const note = `<p>${'A long note. '.repeat(LONG.characters / 13)}</p>`;
  for (let n = 0; n < LONG.reviews * LONG.entries; n += 1) {
    const reviewId = reviews[n % LONG.reviews] ?? '';
    const drugErr = { errType: NO_ERROR._id, errDrug: drug, errNote: note };
    await author.send('POST', `/api/reviews/addRevMed/${reviewId}`, `long:${team}:${n}`, { reviewId, drugErr });
  }
  const today = calendarDateIn('Africa/Cairo', new Date());
  return `/api/reviews/export.csv?team=${team}&startDate=${today}&endDate=${today}`;
}

async function attacked(attack: Attack, target: Target): Promise<Outcomes> {
  const thread = new Worker(new URL('./attacker.js', import.meta.url), { workerData: { attack, target } });
  await pause(1_000 * run.ATTACK_SECONDS);
  const ended = once(thread, 'message') as Promise<[Outcomes]>;
  thread.postMessage('stop', []);
  const [outcomes] = await ended;
  return outcomes;
}

const rowsOf = (name: string, { saves, reads, failed }: Phase) => {
  const figures = { saves: summarise(saves, name), reads: summarise(reads, name) };
  say(row(`${name}: saving`, figures.saves));
  say(row(`${name}: reading`, figures.reads) + (failed > 0 ? `   ${failed} without success` : ''));
  return figures;
};

const product = await startProduct({
  ...(run.BENCH_CHECKOUT !== undefined && { checkout: run.BENCH_CHECKOUT }),
  env: { PROCESSES: run.PROCESSES, CAPTCHA: 'off', TRUSTED_PROXIES: '1', LOG_LEVEL: run.LOG_LEVEL },
});
try {
  const ward = await openWard(product.url, { members: 2, reviews: REVIEWS });
  const longAnswer = run.ATTACKS.includes('readers') ? await writeLongReviews(ward) : '';
  const accounts = await Promise.all(
    ward.tokens.map(
      async (token) => (await get(product.url, token, '/api/users/me')).body as { _id: string; email: string },
    ),
  );
  const target: Target = {
    base: product.url,
    longAnswer,
    token: ward.tokens[0] ?? '',
    userId: accounts[0]?._id ?? '',
    emails: accounts.map(({ email }) => email),
  };
  const people = new People(product.url, ward);
  await pause(5_000);
  await people.next();
  say(heading);
  let isBounded = true;
  for (const attack of run.ATTACKS) {
    await pause(1_000 * run.QUIET_SECONDS);
    const quiet = rowsOf('quiet', await people.next());
    const outcomes = await attacked(attack, target);
    const loud = rowsOf(attack, await people.next());
    say(
      `  the attack was answered: ${Object.entries(outcomes)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    );
    for (const what of ['saves', 'reads'] as const) {
      const times = loud[what].p95 / quiet[what].p95;
      isBounded &&= times < TIMES_MOST;
      say(`  ${times < TIMES_MOST ? 'reached' : 'MISSED '}  ${what}: p95 is ${times.toFixed(1)} times its quiet value`);
    }
  }
  await people.stop();
  if (!isBounded) process.exitCode = 1;
} finally {
  await product.stop();
}
