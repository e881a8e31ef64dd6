/** Solves a challenge of the server, a proof of work (docs/product.md, "CAPTCHA"). */
import type { Challenge } from 'altcha-lib';
import { createPolicy } from '../trusted-types.ts';
// Vite answers the address of the built worker.
// oxlint-disable-next-line import/default
import workerAddress from './captcha.worker.ts?worker&url';

/** The only script that is loaded by an address in our code. */
const workerScript = createPolicy('captcha-worker', { createScriptURL: () => workerAddress });

export interface CaptchaSolution {
  counter: number;
  derivedKey: string;
}

/** The work runs in a worker, so that it never delays typing. @returns null if the challenge cannot be solved */
export const solveInWorker = (challenge: Challenge): Promise<CaptchaSolution | null> => {
  const worker = new Worker(workerScript?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' });
  return new Promise<CaptchaSolution | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CaptchaSolution | null>) => resolve(data));
    worker.addEventListener('error', () => resolve(null));
    worker.postMessage(challenge, []);
  }).finally(() => worker.terminate());
};

/** The form in which the server takes a solution. */
export const tokenOf = (challenge: Challenge, solution: CaptchaSolution): string =>
  btoa(JSON.stringify({ challenge, solution }));
