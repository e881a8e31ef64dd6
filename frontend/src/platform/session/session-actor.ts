/**
 * The machine of the session at work: with the server, the browser's storage, and what a person leaves behind. Loaded
 * by `session.ts`.
 */
import type { SignedIn } from 'command-api/contract/entities';
import { createActor, fromPromise, type Actor } from 'xstate';
import { createApi, endpoint } from '../http/api.ts';
import { drafts } from '../storage/draft-storage.ts';
import { sessionMachine, type Credentials, type SessionUser } from './session.machine.ts';
import { storeSession, sessionUserOf } from './stored-session.ts';
import { forgetTradeLabels } from '../storage/trade-label-cache.ts';
import { unsentCommands, unsavedEdits } from '../storage/unsaved-changes.ts';

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
      guards: { isWriting: () => unsavedEdits().size + unsentCommands().length > 0 },
      actions: {
        store: (_, user) => storeSession(user),
        forget: () => {
          storeSession(undefined);
          forgetTradeLabels();
        },
        // Whatever comes of it, this browser has forgotten the token; an unreachable server lets it lapse by itself.
        revoke: (_, token) => {
          // A session that lapses by itself leaves the drafts: its person goes on with them, or is offered them when
          // they are back.
          drafts.clearAll();
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
