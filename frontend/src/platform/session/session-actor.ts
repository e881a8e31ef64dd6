/** Runs the session machine with the server and the browser's storage. `session.ts` loads it. */
import * as signInCalls from 'language/contract/calls/sign-in';
import type { SignedIn, SignedInByCookie } from 'language/contract/entities';
import { createActor, fromPromise, type Actor } from 'xstate';
import { withProof } from '../captcha/with-proof.ts';
import { createApi } from '../http/api.ts';
import { keyOfProof } from '../http/session-proof.ts';
import { ATTENDED_MS, isAttended, whenIdle } from '../last-input.ts';
import { drafts } from '../storage/draft-storage.ts';
import { begunSession } from './begun-session.ts';
import { sessionMachine, type SessionUser, type SignInAttempt } from './session.machine.ts';
import { resumeSignOut, signOutOnServer } from './sign-out.ts';
import { storedSession, storeLock, storeSession } from './stored-session.ts';
import { answerOtherTabs, hasSignedOutElsewhere, onSignOutElsewhere, tellSignOut } from '../storage/signed-out.ts';
import { clearTradeLabels } from '../storage/trade-label-cache.ts';
import { clearUnsavedEdits, unsavedEdits, unsentCommands } from '../storage/unsaved-changes.ts';

type Begun = SignedIn | SignedInByCookie;
const signIn = createApi({ base: location.origin, proof: () => undefined, onSessionEnd: () => undefined });

function signedIn(attempt: SignInAttempt, signal: AbortSignal): Promise<Begun> {
  return withProof(signIn, (token) => {
    const proof = token !== undefined && { token };
    if ('ticket' in attempt)
      return signIn(signInCalls.signInWithSecondFactor, { body: { ...attempt, ...proof }, signal });
    return 'passkeyAlone' in attempt
      ? signIn(signInCalls.signInWithPasskey, { body: { ...attempt.passkeyAlone, ...proof }, signal })
      : signIn(signInCalls.signIn, { body: { ...attempt, ...proof }, signal });
  });
}

export function startSession(stored: SessionUser | undefined): Actor<typeof sessionMachine> {
  resumeSignOut();
  const session = createActor(
    sessionMachine.provide({
      actors: {
        login: fromPromise<SessionUser, SignInAttempt>(async ({ input, signal }) =>
          begunSession(await signedIn(input, signal)),
        ),
      },
      guards: { isAtUnsavedText: () => isAttended() && unsavedEdits().size + unsentCommands().length > 0 },
      actions: {
        store: (_, user) => {
          // The lock is of an earlier sign-in. Removed first: the other tabs hear of both, in this order.
          storeLock(undefined);
          storeSession(user);
        },
        forget: (_, user) => {
          const inStorage = storedSession();
          if (user && inStorage && keyOfProof(user) === keyOfProof(inStorage)) {
            storeLock(undefined);
            storeSession(undefined);
          }
          clearTradeLabels();
        },
        // The forms have kept it as drafts. No one is there to be asked.
        leaveText: () => clearUnsavedEdits(),
        endOnServer: (_, user) => user && signOutOnServer(user),
        revoke: (_, user) => {
          if (!user) return;
          // An expired session keeps its drafts, a sign-out does not. Those of other people are not its person's to remove.
          drafts.clear(user._id);
          tellSignOut(user._id);
          signOutOnServer(user);
        },
      },
    }),
    { input: { stored } },
  );
  onSignOutElsewhere((user) => {
    drafts.clear(user);
    // Before the forms leave the page: they must not store, or ask, again.
    const current = session.getSnapshot().context.user?._id;
    if (current === user) clearUnsavedEdits();
    else if (current !== undefined) drafts.enable();
  });
  answerOtherTabs();
  let stopWaiting: (() => void) | undefined;
  session.subscribe(({ value, context }) => {
    if (context.user && hasSignedOutElsewhere(context.user._id)) drafts.clear(context.user._id);
    if (context.user) drafts.enable();
    stopWaiting?.();
    // A person who goes away must not leave their page under the dialog.
    stopWaiting = value === 'expired' ? whenIdle(ATTENDED_MS, () => session.send({ type: 'unattended' })) : undefined;
  });
  return session.start();
}
