/**
 * Ends a session on the server when its person signs out. A token is gone from the browser by then. A cookie is not: a
 * page cannot remove it, so the server is told as soon as it answers, also by a later page.
 */
import * as signInCalls from 'language/contract/calls/sign-in';
import { ApiError, createApi } from '../http/api.ts';
import { loadWithRetry } from '../http/retry.ts';
import type { SessionProof } from '../http/session-proof.ts';

const KEY = 'endingSession';

const endOnServer = (proof: SessionProof): Promise<{ next?: string }> =>
  createApi({ base: location.origin, proof: () => proof, onSessionEnd: () => undefined })(signInCalls.signOut, {});

/**
 * @param leave leads the page to the provider's sign-out: the next person at this computer must not find it open
 */
export function signOutOnServer(
  proof: SessionProof,
  leave: (address: string) => void = (address) => location.assign(address),
): void {
  const follow = ({ next }: { next?: string }): void => {
    if (next !== undefined && /^https?:/.test(next)) leave(next);
  };
  // If the server is unreachable, the token expires by itself.
  if ('token' in proof) void endOnServer(proof).then(follow, () => undefined);
  else {
    store(proof.sessionId);
    endUntilAnswered(proof.sessionId, follow);
  }
}

/** Goes on with what an earlier page could not send. */
export function resumeSignOut(): void {
  const sessionId = stored();
  if (sessionId !== null) endUntilAnswered(sessionId);
}

function endUntilAnswered(sessionId: string, follow: (answer: { next?: string }) => void = () => undefined): void {
  const end = async (): Promise<{ next?: string }> => {
    try {
      return await endOnServer({ sessionId });
    } catch (error) {
      // Any answer will do: a newer sign-in has replaced the cookie, and the server has ended its session.
      if (ApiError.from(error).isTransient) throw error;
      return {};
    }
  };
  loadWithRetry(end, {
    onLoaded: (answer) => {
      if (stored() === sessionId) store(undefined);
      follow(answer);
    },
  });
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
function store(sessionId: string | undefined): void {
  try {
    if (sessionId === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, sessionId);
  } catch {
    // Storage is blocked or full: this page alone tries.
  }
}
