/** Runs the session machine with the server and the browser's storage. `session.ts` loads it. */
import type { SignedIn, SignedInByCookie } from 'command-api/contract/entities';
import { createActor, fromPromise, type Actor } from 'xstate';
import { withProof } from '../captcha/with-proof.ts';
import { createApi, signInEndpoint } from '../http/api.ts';
import { keyOfProof } from '../http/session-proof.ts';
import { drafts } from '../storage/draft-storage.ts';
import { sessionMachine, type Credentials, type SessionUser } from './session.machine.ts';
import { resumeSignOut, signOutOnServer } from './sign-out.ts';
import { sessionUserOf, storedSession, storeSession } from './stored-session.ts';
import { clearTradeLabels } from '../storage/trade-label-cache.ts';
import { unsavedEdits, unsentCommands } from '../storage/unsaved-changes.ts';

const loginCall = signInEndpoint<SignedIn | SignedInByCookie, Credentials & { token?: string }>()('/api/users/login');
const signIn = createApi({ base: location.origin, proof: () => undefined, onSessionEnd: () => undefined });

export function startSession(stored: SessionUser | undefined): Actor<typeof sessionMachine> {
  resumeSignOut();
  const session = createActor(
    sessionMachine.provide({
      actors: {
        login: fromPromise<SessionUser, Credentials>(async ({ input, signal }) =>
          sessionUserOf(
            await withProof(signIn, (token) =>
              signIn(loginCall, { body: { ...input, ...(token !== undefined && { token }) }, signal }),
            ),
          ),
        ),
      },
      guards: { hasUnsavedText: () => unsavedEdits().size + unsentCommands().length > 0 },
      actions: {
        store: (_, user) => storeSession(user),
        forget: (_, user) => {
          const inStorage = storedSession();
          if (user && inStorage && keyOfProof(user) === keyOfProof(inStorage)) storeSession(undefined);
          clearTradeLabels();
        },
        revoke: (_, user) => {
          // An expired session keeps its drafts, a sign-out does not.
          drafts.clearAll();
          if (user) signOutOnServer(user);
        },
      },
    }),
    { input: { stored } },
  );
  session.subscribe(({ context }) => {
    if (context.user) drafts.enable();
  });
  return session.start();
}
