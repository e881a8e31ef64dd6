/** Runs the session machine with the server and the browser's storage. `session.ts` loads it. */
import type { SignedIn } from 'command-api/contract/entities';
import { createActor, fromPromise, type Actor } from 'xstate';
import { createApi, endpoint } from '../http/api.ts';
import { drafts } from '../storage/draft-storage.ts';
import { sessionMachine, type Credentials, type SessionUser } from './session.machine.ts';
import { sessionUserOf, storeSession } from './stored-session.ts';
import { clearTradeLabels } from '../storage/trade-label-cache.ts';
import { unsavedEdits, unsentCommands } from '../storage/unsaved-changes.ts';

const loginCall = endpoint<SignedIn, Credentials>()('POST', '/api/users/login');
const logoutCall = endpoint<unknown>()('POST', '/api/users/logout');

const apiWith = (token: string | undefined) =>
  createApi({ base: location.origin, token: () => token, onSessionEnd: () => undefined });

export function startSession(stored: SessionUser | undefined): Actor<typeof sessionMachine> {
  const session = createActor(
    sessionMachine.provide({
      actors: {
        login: fromPromise<SessionUser, Credentials>(async ({ input, signal }) =>
          sessionUserOf(await apiWith(undefined)(loginCall, { body: input, signal })),
        ),
      },
      guards: { hasUnsavedText: () => unsavedEdits().size + unsentCommands().length > 0 },
      actions: {
        store: (_, user) => storeSession(user),
        forget: () => {
          storeSession(undefined);
          clearTradeLabels();
        },
        revoke: (_, token) => {
          // An expired session keeps its drafts, a sign-out does not.
          drafts.clearAll();
          // If the server is unreachable, the token expires by itself.
          void apiWith(token)(logoutCall, {}).catch(() => undefined);
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
