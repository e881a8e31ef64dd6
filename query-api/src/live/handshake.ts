/** Accepts a socket only with a live session, and a limited number of sockets of a person. */
import type { Sessions } from 'service-kit/security/sessions';
import type { RefusedHandshake } from 'command-api/contract/live';
import { type Refusal, refusal } from 'command-api/domain/reasons/refusal';
import type { Logger } from 'service-kit/process/logger';
import * as z from 'zod';
import type { LiveServer } from './live-server.ts';
import { allUsersRoom, sessionRoom, userRoom } from './rooms.ts';

/** Tabs of one person on all devices, on this instance. */
const MAX_SOCKETS_OF_USER = 20;

const Auth = z.object({ token: z.string().min(1).max(256) });

/** Socket.IO sends `data` with the error; the client reads its `reason`. */
const refusedWith = ({ message, reason }: Refusal): Error =>
  Object.assign(new Error(message), { data: { reason } satisfies RefusedHandshake });

/**
 * Refuses a socket with a reason; at `token-failed` the client ends its session. If the session cannot be looked up,
 * the socket is closed, so that the client connects again.
 */
export function authenticateSockets(io: LiveServer, sessions: Pick<Sessions, 'find'>, logger: Logger): void {
  io.use((socket, next) => {
    const auth = Auth.safeParse(socket.handshake.auth);
    if (!auth.success) return next(refusedWith(refusal('token-failed')));
    sessions.find(auth.data.token).then(
      (session) => {
        if (!session) return next(refusedWith(refusal('token-failed')));
        if ((io.of('/').adapter.rooms.get(userRoom(session.userId))?.size ?? 0) >= MAX_SOCKETS_OF_USER)
          return next(refusedWith(refusal('too-many-connections')));
        socket.data.userId = session.userId;
        socket.data.sessionId = session.sessionId;
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

/** Sends `signedOut` to every socket of the session and closes it. */
export function signOut(io: LiveServer, sessionId: string): void {
  const sockets = io.in(sessionRoom(sessionId));
  sockets.emit('signedOut');
  sockets.disconnectSockets(true);
}
