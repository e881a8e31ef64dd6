/** The ways in that this installation has, as `GET /api/config/` says. */
import { createStore, useStore } from 'zustand';

export interface SignInWays {
  /**
   * False: people sign in at the provider only; the admin account keeps its password. Undefined until it is known. A
   * prerendered page has the form for e-mail and password: it is served with local accounts only.
   */
  readonly localAccounts: boolean | undefined;
  /** The people who can sign up with the form: anyone (the default), invited people, or no one. */
  readonly signUp?: 'open' | 'invited' | 'closed';
  /** The button that leads to the provider, if there is one. */
  readonly singleSignOn: { readonly name: string } | undefined;
  /** The setting, at whose address passkeys work. Null: it is not set. Undefined until it is known. */
  readonly publicUrl?: string | null;
}

/** Also while the page is being prerendered. */
const isPrerendered = (): boolean =>
  typeof document === 'undefined' || (document.getElementById('root')?.childElementCount ?? 0) > 0;

const store = createStore<SignInWays>(() => ({
  localAccounts: isPrerendered() ? true : undefined,
  singleSignOn: undefined,
}));

export const setSignInWays = (ways: SignInWays): void => store.setState(ways, true);
export const useSignInWays = (): SignInWays => useStore(store);

/** The one-time code in the fragment of the page that the provider's sign-in leads to; empty without one. */
export const signInCodeIn = ({ hash }: { readonly hash: string }): string =>
  new URLSearchParams(hash.replace(/^#/, '')).get('signIn') ?? '';
