/** The thread of an attack. It ends when it is told to, and says what was answered. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Attack, runAttack, type Target } from './attacks.ts';

const { attack, target } = workerData as { attack: Attack; target: Target };
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
parentPort?.postMessage(await runAttack(attack, target, stopping.signal), []);
