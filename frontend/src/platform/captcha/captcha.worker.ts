/** Solves a challenge in a worker, so that it never delays typing. In: a challenge. Out: its solution, or null. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from './derive-key.ts';

self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) => self.postMessage(solution, {}),
    () => self.postMessage(null, {}),
  );
});
