/**
 * `npm run faults:convergence`: ten minutes of edits and faults. In the end all clients must show the same. Starts the
 * whole product on a temporary folder.
 */
import { startProduct } from '../../test/product.ts';
import { converge } from './converge.ts';
import { isSound, linesOf } from './figures.ts';
import { adminAccount } from './test-team.ts';
import { restartableOf } from './restarts.ts';
import { settings } from './settings.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const run = settings.read(process.env);
say(
  `${run.CLIENTS} clients, ${run.ADMISSIONS} admissions, ${run.MINUTES} minutes, PROCESSES=${run.PROCESSES}, SEED=${run.SEED}`,
);
const product = await startProduct({
  env: { ...adminAccount, PROCESSES: run.PROCESSES, CAPTCHA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: run.LOG_LEVEL },
});
try {
  const converged = await converge(product, {
    clients: run.CLIENTS,
    admissions: run.ADMISSIONS,
    seconds: 60 * run.MINUTES,
    seed: run.SEED,
    restart: run.RESTART ?? [
      ...restartableOf[run.PROCESSES],
      ...(run.REDIS_URL === undefined ? [] : ['redis' as const]),
    ],
    given: { 'event-log': run.EVENTSTORE_URL, postgres: run.DATABASE_URL, redis: run.REDIS_URL },
    restartEverySeconds: run.RESTART_SECONDS,
    thinkSeconds: run.THINK_SECONDS,
  });
  linesOf(converged).forEach(say);
  if (!isSound(converged)) {
    say(product.log());
    process.exitCode = 1;
  }
} finally {
  await product.stop();
}
