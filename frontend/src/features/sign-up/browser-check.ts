/** The check that somebody is a person, in this browser: over the network, and in a worker. */
import type { Challenge } from 'altcha-lib';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { getCaptcha } from './api.ts';
import { createCaptchaSolver, type CaptchaSolver, type CaptchaSolution } from './captcha-solver.ts';

const solveBeside = (challenge: Challenge): Promise<CaptchaSolution | null> => {
  const worker = new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CaptchaSolution | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CaptchaSolution | null>) => resolve(data));
    worker.addEventListener('error', () => resolve(null));
    worker.postMessage(challenge, []);
  }).finally(() => worker.terminate());
};

export const captchaSolver: CaptchaSolver = createCaptchaSolver({
  captcha: async () => (await api(getCaptcha, {})).captcha,
  challenge: (path) => api(endpoint<Challenge>()('GET', path), {}),
  solve: solveBeside,
  now: () => Date.now(),
});
