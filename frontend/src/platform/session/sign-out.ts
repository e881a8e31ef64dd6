/**
 * Ends a session on the server when its person signs out. A token is gone from the browser by then. A cookie is not: a
 * page cannot remove it, so the server is told as soon as it answers, also by a later page.
 */
import { ApiError, createApi, endpoint } from '../http/api.ts';
import { loadWithRetry } from '../http/retry.ts';
import type { SessionProof } from '../http/session-proof.ts';

const logout = endpoint<unknown>()('POST', '/api/users/logout');
const KEY = 'endingSession';

const endOnServer = (proof: SessionProof): Promise<unknown> =>
  createApi({ base: location.origin, proof: () => proof, onSessionEnd: () => undefined })(logout, {});

export function signOutOnServer(proof: SessionProof): void {
  // If the server is unreachable, the token expires by itself.
  if ('token' in proof) void endOnServer(proof).catch(() => undefined);
  else {
    store(proof.sessionId);
    endUntilAnswered(proof.sessionId);
  }
}

/** Goes on with what an earlier page could not send. */
export function resumeSignOut(): void {
  const sessionId = stored();
  if (sessionId !== null) endUntilAnswered(sessionId);
}

function endUntilAnswered(sessionId: string): void {
  const end = async (): Promise<void> => {
    try {
      await endOnServer({ sessionId });
    } catch (error) {
      // Any answer will do: a newer sign-in has replaced the cookie, and the server has ended its session.
      if (ApiError.from(error).isTransient) throw error;
    }
  };
  loadWithRetry(end, {
    onLoaded: () => {
      if (stored() === sessionId) store(undefined);
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
