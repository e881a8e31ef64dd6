/**
 * `npm run faults:convergence`: edits and kills, `--minutes 10`, `--seed N`. In the end all clients must show the same, and
 * every check must hold. Starts the whole product on a temporary folder, with `PROCESSES` as for the launcher.
 */
import { startProduct } from '../../test/product.ts';
import { settings } from '../../../runtime/start/settings.ts';
import { checkRun } from '../harness/checks/check-run.ts';
import { linesOfRun } from '../harness/figures.ts';
import { runOptions } from '../harness/run-options.ts';
import { begin, converge, type Plan } from './converge.ts';
import { keepKilling, processesOf } from './killing.ts';
import { productEnv } from './test-team.ts';

const MINUTES = 10;
/** From one kill to the next, on the average. */
const KILL_SECONDS = 20;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { PROCESSES } = settings.read(process.env);
const { minutes = MINUTES, seed } = runOptions();
const plan: Plan = {
  clients: 30,
  admissions: 8,
  seconds: 60 * minutes,
  seed,
  tabs: 3,
  thinkSeconds: 2.5,
  typingSeconds: 1.5,
};
say(`${plan.clients} clients, ${plan.admissions} admissions, ${minutes} minutes, PROCESSES=${PROCESSES}, seed ${seed}`);
const product = await startProduct({ env: { ...productEnv, PROCESSES } });
try {
  const begun = await begin(product, plan);
  const converged = await converge(product, plan, begun, async (stopping) => {
    const killed = await keepKilling(product, processesOf[PROCESSES], { everySeconds: KILL_SECONDS, seed, stopping });
    say(`killed: ${killed.join(' ')}`);
  });
  const findings = [
    ...converged.differences.map((says) => ({ checker: 'screens', says })),
    ...(await checkRun({ ...begun, product })),
  ];
  linesOfRun({ begun, converged, findings }).forEach(say);
  if (findings.length > 0) {
    say(product.log());
    process.exitCode = 1;
  }
} finally {
  await product.stop();
}
