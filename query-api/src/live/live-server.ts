/** The Socket.IO server as this house sets it up, and what it keeps of each socket. */
import type { Server as HttpServer } from 'node:http';
import type { ClientToServer, ServerToClient, Watch } from 'command-api/contract/live';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Room } from './rooms.ts';

export interface Watched extends Room {
  readonly what: Watch;
  /** Whose members may stay in the room. */
  readonly teamId: string;
}
export interface SocketData {
  userId: string;
  sessionId: string;
  /** By room name. */
  watched: Map<string, Watched>;
}
export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** What a client sends is a few ids: anything larger is no client of ours. */
const LARGEST_MESSAGE = 16 * 1024;

/**
 * Connection state recovery stays off: it would bring rooms back without asking for rights again.
 * @param publicOrigin pages of other origins are refused. Requests without an Origin header are no page's, and polling
 * from the same origin sends none; the token decides about them.
 */
export const createLiveServer = (http: HttpServer, publicOrigin: string | undefined): LiveServer =>
  new Server(http, {
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: LARGEST_MESSAGE,
    perMessageDeflate: false,
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      decide(null, publicOrigin === undefined || origin === undefined || origin === publicOrigin);
    },
  });

/** The sockets connected to this process. */
export const localSockets = (io: LiveServer): LiveSocket[] => [...io.of('/').sockets.values()];
