/**
 * Works on a challenge beside the page, so that typing is never held up. Gets a challenge; answers its solution, or
 * null.
 */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from './derive-key.ts';

self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) => self.postMessage(solution, {}),
    () => self.postMessage(null, {}),
  );
});
