/**
 * Repeats a call that the limits of attempts have refused, with a proof of work, where the server says that one lets it
 * pass (docs/product.md, "CAPTCHA").
 */
import * as signInCalls from 'language/contract/calls/sign-in';
import type { Challenge } from 'altcha-lib';
import { createStore, useStore } from 'zustand';
import { ApiError, type Api } from '../http/api.ts';
import type { CaptchaSolution } from './solve-challenge.ts';

const store = createStore(() => ({ isProving: false }));
/** True while this page works on a proof for a call. */
export const useIsProving = (): boolean => useStore(store).isProving;

/**
 * @param call gets the proof at its second time
 * @param solve for specs
 * @throws what `call` throws
 */
export async function withProof<Res>(
  api: Api,
  call: (token?: string) => Promise<Res>,
  solve?: (challenge: Challenge) => Promise<CaptchaSolution | null>,
): Promise<Res> {
  try {
    return await call();
  } catch (refused) {
    if (ApiError.from(refused).reason !== 'proof-lets-pass') throw refused;
    store.setState({ isProving: true });
    try {
      const token = await proof(api, solve).catch(() => undefined);
      // The refusal says how long to wait without one.
      if (token === undefined) throw refused;
      return await call(token);
    } finally {
      store.setState({ isProving: false });
    }
  }
}

async function proof(api: Api, solve: Parameters<typeof withProof>[2]): Promise<string | undefined> {
  const { solveInWorker, tokenOf } = await import('./solve-challenge.ts');
  const challenge = (await api(signInCalls.getCaptchaChallenge, { query: { for: 'signIn' } })) as Challenge;
  const solution = await (solve ?? solveInWorker)(challenge);
  return solution ? tokenOf(challenge, solution) : undefined;
}
