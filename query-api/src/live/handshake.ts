/** Who may connect: the holder of a live session, with a bounded number of connections. */
import type { Sessions } from 'command-api/accounts/sessions';
import { NOT_AUTHORIZED } from 'command-api/service/http';
import type { Logger } from 'command-api/service/log';
import * as z from 'zod';
import type { LiveServer } from './live-server.ts';
import { everybody, sessionRoom, userRoom } from './rooms.ts';

/** Tabs of one person, over all devices. */
const MOST_SOCKETS_OF_A_USER = 20;

const Auth = z.object({ token: z.string().min(1).max(256) });

/** Refuses with the message that the client goes by: `Not authorized, token failed` ends its session. Who cannot be looked up is sent away to come again. */
export function admitSignedIn(io: LiveServer, sessions: Pick<Sessions, 'find'>, log: Logger): void {
  io.use((socket, next) => {
    const auth = Auth.safeParse(socket.handshake.auth);
    if (!auth.success) return next(new Error(NOT_AUTHORIZED));
    sessions.find(auth.data.token).then(
      (session) => {
        if (!session) return next(new Error(NOT_AUTHORIZED));
        if ((io.of('/').adapter.rooms.get(userRoom(session.userId))?.size ?? 0) >= MOST_SOCKETS_OF_A_USER) return next(new Error('Too many connections of this account'));
        socket.data.userId = session.userId;
        socket.data.sessionId = session.sessionId;
        socket.data.watched = new Map();
        void socket.join([everybody, userRoom(session.userId), sessionRoom(session.sessionId)]);
        return next();
      },
      (error: unknown) => {
        log.warn({ error }, 'could not look up a session');
        // No refusal: after one the client's library does not come back by itself. A connection that breaks it begins again, ever slower.
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
