/** Accepts a socket only with a live session, and a limited number of sockets of a person. */
import { type BrowserSessions, isOwnPage, sessionOfCookie } from 'service-kit/http/find-caller';
import type { Session, Sessions } from 'service-kit/security/sessions';
import type { RefusedHandshake } from 'language/contract/live';
import { SESSION_HEADER } from 'language/contract/sessions';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import type { Logger } from 'service-kit/process/logger';
import * as z from 'zod';
import type { NoteForeignPage } from '../http/security-log/foreign-pages.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';
import { isExempt } from '../http/rights.ts';
import { allUsersRoom, sessionRoom, userRoom } from './rooms.ts';

/** Tabs of one person on all devices, on this instance. */
const MAX_SOCKETS_OF_USER = 20;

/** A token, or the id of the session whose cookie the handshake carries. Beside a token a cookie does not count. */
const Auth = z.union([
  z.object({ token: z.string().min(1).max(256) }),
  z.object({ session: z.string().min(1).max(256) }),
]);

/** Socket.IO sends `data` with the error; the client reads its `reason`. */
const refusedWith = ({ message, reason }: Refusal): Error =>
  Object.assign(new Error(message), { data: { reason } satisfies RefusedHandshake });

interface Parts {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly browser: BrowserSessions;
  readonly onForeignPage: NoteForeignPage;
  readonly logger: Logger;
}

/**
 * Refuses a socket with a reason; at `token-failed` the client ends its session, at `session-locked` it locks. If the session cannot be looked up,
 * the socket is closed, so that the client connects again.
 */
export function authenticateSockets(io: LiveServer, { sessions, browser, onForeignPage, logger }: Parts): void {
  io.use((socket, next) => {
    const auth = Auth.safeParse(socket.handshake.auth);
    if (!auth.success) return next(refusedWith(refusal('token-failed')));
    if ('session' in auth.data && browser.mode === 'cookie' && !isOwnHandshake(socket, auth.data.session, browser)) {
      onForeignPage(socket.handshake.headers, 'foreign-page');
      return next(refusedWith(refusal('foreign-page')));
    }
    sessionOf(socket, auth.data, { sessions, browser }).then(
      (session) => {
        if (!session) return next(refusedWith(refusal('token-failed')));
        if (session.isLocked) return next(refusedWith(refusal('session-locked')));
        if ((io.of('/').adapter.rooms.get(userRoom(session.userId))?.size ?? 0) >= MAX_SOCKETS_OF_USER)
          return next(refusedWith(refusal('too-many-connections')));
        socket.data.userId = session.userId;
        socket.data.sessionId = session.sessionId;
        socket.data.isExempt = isExempt(session);
        socket.data.watched = new Map();
        void socket.join([allUsersRoom, userRoom(session.userId), sessionRoom(session.sessionId)]);
        return next();
      },
      (error: unknown) => {
        logger.warn({ error }, 'could not look up a session');
        // Closes instead of refusing: the client's library reconnects after a lost connection, with growing pauses, and
        // not after a refusal.
        socket.conn.close();
      },
    );
  });
}

/** A connection is no use of the session: a page connects again by itself. */
async function sessionOf(
  socket: LiveSocket,
  auth: z.output<typeof Auth>,
  { sessions, browser }: Pick<Parts, 'sessions' | 'browser'>,
): Promise<Session | undefined> {
  if ('token' in auth) return sessions.find(auth.token, false);
  if (browser.mode !== 'cookie') return undefined;
  return sessionOfCookie((token) => sessions.find(token, false), socket.handshake.headers, auth.session);
}

/**
 * A browser opens a WebSocket to any origin with that origin's cookies, and always names the page's origin. A page
 * cannot add headers to it. Polling is a read, which names no origin if it is the page's own, and has the header.
 */
function isOwnHandshake({ handshake: { headers } }: LiveSocket, id: string, browser: BrowserSessions): boolean {
  return isOwnPage(headers, browser.publicOrigin) && (headers.origin !== undefined || headers[SESSION_HEADER] === id);
}

/** Tells every socket of the session why, and closes it. */
export function closeSockets(io: LiveServer, sessionId: string, why: 'signedOut' | 'locked'): void {
  const sockets = io.in(sessionRoom(sessionId));
  sockets.emit(why);
  sockets.disconnectSockets(true);
}
