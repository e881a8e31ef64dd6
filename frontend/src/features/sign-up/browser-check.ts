/** The check that somebody is a person, in this browser: over the network, and in a worker. */
import type { Challenge } from 'altcha-lib';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { getCaptcha } from './api.ts';
import { createPersonCheck, type PersonCheck, type Solution } from './person-check.ts';

const solveBeside = (challenge: Challenge): Promise<Solution | null> => {
  const worker = new Worker(new URL('./person-check.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Solution | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => resolve(data));
    worker.addEventListener('error', () => resolve(null));
    worker.postMessage(challenge, []);
  }).finally(() => worker.terminate());
};

export const personCheck: PersonCheck = createPersonCheck({
  captcha: async () => (await api(getCaptcha, {})).captcha,
  challenge: (path) => api(endpoint<Challenge>()('GET', path), {}),
  solve: solveBeside,
  now: () => Date.now(),
});
