/** Who may connect: the holder of a live session, with a bounded number of connections. */
import type { Sessions } from 'service-kit/security/sessions';
import type { RefusedHandshake } from 'command-api/contract/live';
import { type Refusal, refusal } from 'command-api/domain/reasons/refusal';
import type { Logger } from 'service-kit/process/logger';
import * as z from 'zod';
import type { LiveServer } from './live-server.ts';
import { everybody, sessionRoom, userRoom } from './rooms.ts';

/** Tabs of one person, over all devices. */
const MOST_SOCKETS_OF_A_USER = 20;

const Auth = z.object({ token: z.string().min(1).max(256) });

/** Socket.IO sends `data` along: the client goes by its `reason`. */
const refusedWith = ({ message, reason }: Refusal): Error =>
  Object.assign(new Error(message), { data: { reason } satisfies RefusedHandshake });

/**
 * Refuses with the reason that the client goes by: `token-failed` ends its session. A caller that cannot be looked up
 * is sent away to come again.
 */
export function admitSignedIn(io: LiveServer, sessions: Pick<Sessions, 'find'>, log: Logger): void {
  io.use((socket, next) => {
    const auth = Auth.safeParse(socket.handshake.auth);
    if (!auth.success) return next(refusedWith(refusal('token-failed')));
    sessions.find(auth.data.token).then(
      (session) => {
        if (!session) return next(refusedWith(refusal('token-failed')));
        if ((io.of('/').adapter.rooms.get(userRoom(session.userId))?.size ?? 0) >= MOST_SOCKETS_OF_A_USER)
          return next(refusedWith(refusal('too-many-connections')));
        socket.data.userId = session.userId;
        socket.data.sessionId = session.sessionId;
        socket.data.watched = new Map();
        void socket.join([everybody, userRoom(session.userId), sessionRoom(session.sessionId)]);
        return next();
      },
      (error: unknown) => {
        log.warn({ error }, 'could not look up a session');
        // No refusal: after one the client's library does not come back by itself. A connection that breaks it begins
        // again, ever slower.
        socket.conn.close();
      },
    );
  });
}

/** Tells every socket of the session that it is over, and closes it. */
export function signOut(io: LiveServer, sessionId: string): void {
  const sockets = io.in(sessionRoom(sessionId));
  sockets.emit('signedOut');
  sockets.disconnectSockets(true);
}
