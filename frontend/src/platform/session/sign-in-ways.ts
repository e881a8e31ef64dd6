/** The ways in that this installation has, as `GET /api/config/` says. Until it has answered: e-mail and password. */
import { createStore, useStore } from 'zustand';

export interface SignInWays {
  /** False: people sign in at the provider only; the admin account keeps its password. */
  readonly localAccounts: boolean;
  /** The button that leads to the provider, if there is one. */
  readonly singleSignOn: { readonly name: string } | undefined;
}

const store = createStore<SignInWays>(() => ({ localAccounts: true, singleSignOn: undefined }));

export const setSignInWays = (ways: SignInWays): void => store.setState(ways, true);
export const useSignInWays = (): SignInWays => useStore(store);

/** The one-time code in the fragment of the page that the provider's sign-in leads to; empty without one. */
export const signInCodeIn = ({ hash }: { readonly hash: string }): string =>
  new URLSearchParams(hash.replace(/^#/, '')).get('signIn') ?? '';
