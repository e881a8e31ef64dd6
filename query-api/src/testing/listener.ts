/**
 * For `*.int.spec.ts` only: a client of the live protocol. It keeps the messages that it got, and a spec can wait for
 * further ones.
 */
import type {
  Changed,
  ClientToServer,
  Presence,
  PresenceTouch,
  Seen,
  ServerToClient,
  Watch,
  WatchAnswer,
} from 'language/contract/live';
import { io, type Socket } from 'socket.io-client';

export interface ReceivedMessages {
  changed: Changed[];
  log: string[];
  revisions: Record<string, number>[];
  presence: Presence[];
  seen: { admission: string }[];
  signedOut: true[];
  locked: true[];
}

export interface Listener {
  readonly received: ReceivedMessages;
  readonly socket: Socket<ServerToClient, ClientToServer>;
  watch(what: Watch): Promise<WatchAnswer>;
  unwatch(what: Watch): Promise<{ ok: true }>;
  touch(presence: PresenceTouch): Promise<{ ok: boolean }>;
  markSeen(what: Seen): Promise<{ ok: boolean }>;
  /** Resolves with the first matching message of a kind, received already or later. */
  receives<Kind extends keyof ReceivedMessages>(
    kind: Kind,
    matches?: (message: ReceivedMessages[Kind][number]) => boolean,
  ): Promise<ReceivedMessages[Kind][number]>;
  disconnected(): Promise<void>;
  close(): void;
}

/** For a busy machine. */
const TIMEOUT_MS = 30_000;

/** @throws Error with the server's message when the connection is refused */
export async function connectListener(
  url: string,
  auth: object,
  {
    headers = {},
    transport = 'websocket',
  }: { headers?: Record<string, string>; transport?: 'websocket' | 'polling' } = {},
): Promise<Listener> {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    auth,
    transports: [transport],
    upgrade: false,
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  const received: ReceivedMessages = {
    changed: [],
    log: [],
    revisions: [],
    presence: [],
    seen: [],
    signedOut: [],
    locked: [],
  };
  const wakeUps = new Set<() => void>();
  const keep = <Kind extends keyof ReceivedMessages>(kind: Kind, message: ReceivedMessages[Kind][number]): void => {
    (received[kind] as ReceivedMessages[Kind][number][]).push(message);
    for (const wake of wakeUps) wake();
  };
  socket.on('changed', (note) => keep('changed', note));
  socket.on('log', (id) => keep('log', id));
  socket.on('revisions', (current) => keep('revisions', current));
  socket.on('presence', (presence) => keep('presence', presence));
  socket.on('seen', (what) => keep('seen', what));
  socket.on('signedOut', () => keep('signedOut', true));
  socket.on('locked', () => keep('locked', true));
  const gone = new Promise<void>((resolve) => void socket.on('disconnect', () => resolve()));

  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
  const requests = socket.timeout(TIMEOUT_MS);
  return {
    received,
    socket,
    watch: (what) => requests.emitWithAck('watch', what),
    unwatch: (what) => requests.emitWithAck('unwatch', what),
    touch: (presence) => requests.emitWithAck('presence:touch', presence),
    markSeen: (what) => requests.emitWithAck('seen', what),
    receives: (kind, matches = () => true) =>
      new Promise((resolve, reject) => {
        const done = (): void => {
          clearTimeout(late);
          wakeUps.delete(look);
        };
        const look = (): void => {
          const found = (received[kind] as ReceivedMessages[typeof kind][number][]).find(matches);
          if (found === undefined) return;
          done();
          resolve(found);
        };
        const late = setTimeout(() => {
          done();
          reject(new Error(`Not received: ${kind}. Received so far: ${JSON.stringify(received)}`));
        }, TIMEOUT_MS);
        wakeUps.add(look);
        look();
      }),
    disconnected: () => gone,
    close: () => void socket.close(),
  };
}

/** Opens listeners of one service, and closes all of them after a test. */
export function createListeners(url: () => string) {
  const opened: Listener[] = [];
  return {
    async connect(token: string): Promise<Listener> {
      const listener = await connectListener(url(), { token });
      opened.push(listener);
      return listener;
    },
    closeAll(): void {
      for (const listener of opened.splice(0)) listener.close();
    },
  };
}
