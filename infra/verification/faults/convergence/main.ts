/**
 * `npm run faults:convergence`: ten minutes of edits and kills. In the end all clients must show the same, and every check
 * must hold. Starts the whole product on a temporary folder.
 */
import { startProduct } from '../../test/product.ts';
import { checkRun } from '../harness/checks/check-run.ts';
import { linesOfRun } from '../harness/figures.ts';
import { type Begun, converge } from './converge.ts';
import { restartableOf } from './restarts.ts';
import { settings } from './settings.ts';
import { adminAccount } from './test-team.ts';

const TYPING_SECONDS = 1.5;
const TABS = 3;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const run = settings.read(process.env);
const { CLIENTS: clients, ADMISSIONS: admissions, MINUTES, PROCESSES, SEED: seed } = run;
say(`${clients} clients, ${admissions} admissions, ${MINUTES} minutes, PROCESSES=${PROCESSES}, SEED=${seed}`);
const product = await startProduct({
  env: { ...adminAccount, PROCESSES, CAPTCHA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: run.LOG_LEVEL },
});
try {
  let begun: Begun | undefined;
  const converged = await converge(product, {
    clients,
    admissions,
    seconds: 60 * MINUTES,
    seed,
    tabs: TABS,
    restart: run.RESTART ?? [...restartableOf[PROCESSES], ...(run.REDIS_URL === undefined ? [] : ['redis' as const])],
    given: { 'event-log': run.EVENTSTORE_URL, postgres: run.DATABASE_URL, redis: run.REDIS_URL },
    restartEverySeconds: run.RESTART_SECONDS,
    thinkSeconds: run.THINK_SECONDS,
    typingSeconds: TYPING_SECONDS,
    onBegin: (given) => (begun = given),
  });
  if (!begun) throw new Error('The run did not begin');
  const findings = [
    ...converged.differences.map((says) => ({ checker: 'screens', says })),
    ...(await checkRun({ ...begun, product })),
  ];
  say(`services killed ${converged.restarts.length}: ${converged.restarts.map(({ service }) => service).join(' ')}`);
  linesOfRun({ begun, converged, findings, outages: [] }).forEach(say);
  if (findings.length > 0) {
    say(product.log());
    process.exitCode = 1;
  }
} finally {
  await product.stop();
}
