/** The Socket.IO server with its settings, and the data of each socket. */
import type { Server as HttpServer } from 'node:http';
import type { ClientToServer, ServerToClient, Watch } from 'language/contract/live';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Room } from './rooms.ts';

export interface Watched extends Room {
  readonly what: Watch;
  /** The team whose members may stay in the room. */
  readonly teamId: string;
}
export interface SocketData {
  userId: string;
  sessionId: string;
  /** No second factor is asked of the session. */
  isExempt: boolean;
  /** By room name. */
  watched: Map<string, Watched>;
}
export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** The connection below a socket. */
type EngineSocket = LiveSocket['conn'];

/**
 * The server pings, and a client that misses a ping for both times together closes: within 20 s a connection that carries
 * nothing any more is no longer called live. Socket.IO's own times (25 s and 20 s) said "Live" for up to 45 s.
 */
const PING = { pingInterval: 10_000, pingTimeout: 8_000 };

/** Bytes. Our clients send a few ids. */
const MAX_MESSAGE = 16 * 1024;

/**
 * Connection state recovery stays off: it would restore rooms without a check of rights.
 * @param publicOrigin pages of other origins are refused. Requests without an Origin header are allowed: they come from
 * polling of the same origin, or from no page, and need a token anyway
 */
export function createLiveServer(http: HttpServer, publicOrigin: string | undefined): LiveServer {
  const io: LiveServer = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    ...PING,
    maxHttpBufferSize: MAX_MESSAGE,
    perMessageDeflate: false,
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      decide(null, publicOrigin === undefined || origin === undefined || origin === publicOrigin);
    },
  });
  io.engine.on('connection', writeTogether);
  return io;
}

/**
 * Writes the messages that wait for a connection with one system call instead of one each
 * (docs/decisions/read-side/live-connection.md). The first message of a moment is sent at once; the others wait until it
 * is written. A connection that began as polling has its WebSocket elsewhere and is left alone.
 */
function writeTogether(connection: EngineSocket): void {
  const { headers, socket } = connection.request;
  if (headers.upgrade === undefined) return;
  connection.on('flush', (waiting: readonly unknown[]) => {
    if (waiting.length < 2) return;
    socket.cork();
    process.nextTick(() => socket.uncork());
  });
}

/** The sockets connected to this process. */
export const localSockets = (io: LiveServer): LiveSocket[] => [...io.of('/').sockets.values()];
