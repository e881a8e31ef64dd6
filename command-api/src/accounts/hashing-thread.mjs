// @ts-check
/**
 * The thread of `hashing-lane.ts`: hashes and checks passwords, one after the other. Plain JavaScript, so that specs
 * start it without a build.
 */
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * On Linux a priority belongs to a thread. Elsewhere it would slow down the whole process. Where the product itself was
 * started with less priority (`nice`, systemd's `Nice=`), only root could raise it to this one.
 */
const NICE = 5;
if (process.platform === 'linux') setPriority(0, Math.max(getPriority(0), NICE));

parentPort?.on('message', (/** @type {import('./hashing-lane.ts').HashingWork} */ work) => {
  /** @type {import('./hashing-lane.ts').HashingResult} */
  let result;
  try {
    result = {
      done: 'hashed' in work ? verifySync(work.hashed, work.password) : hashSync(work.password, work.cost),
    };
  } catch (error) {
    result = { failure: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(result, []);
});
