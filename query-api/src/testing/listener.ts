/**
 * For `*.int.spec.ts` only: one browser's end of the live protocol, which remembers what it was told and lets a spec
 * wait for more.
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
} from 'command-api/contract/live';
import { io, type Socket } from 'socket.io-client';

export interface Told {
  changed: Changed[];
  revisions: Record<string, number>[];
  presence: Presence[];
  seen: { admission: string }[];
  signedOut: true[];
}

export interface Listener {
  readonly told: Told;
  readonly socket: Socket<ServerToClient, ClientToServer>;
  watch(what: Watch): Promise<WatchAnswer>;
  unwatch(what: Watch): Promise<{ ok: true }>;
  touch(presence: PresenceTouch): Promise<{ ok: boolean }>;
  sees(what: Seen): Promise<{ ok: boolean }>;
  /** Resolves with the first of a kind that fits, told already or to come. */
  hears<Kind extends keyof Told>(kind: Kind, fits?: (what: Told[Kind][number]) => boolean): Promise<Told[Kind][number]>;
  disconnected(): Promise<void>;
  close(): void;
}

const PATIENCE_MS = 5_000;

/** @throws Error with the server's message when the connection is refused */
export async function connectListener(
  url: string,
  auth: object,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    auth,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  const told: Told = { changed: [], revisions: [], presence: [], seen: [], signedOut: [] };
  const wakeUps = new Set<() => void>();
  const remember = <Kind extends keyof Told>(kind: Kind, what: Told[Kind][number]): void => {
    (told[kind] as Told[Kind][number][]).push(what);
    for (const wake of wakeUps) wake();
  };
  socket.on('changed', (note) => remember('changed', note));
  socket.on('revisions', (current) => remember('revisions', current));
  socket.on('presence', (presence) => remember('presence', presence));
  socket.on('seen', (what) => remember('seen', what));
  socket.on('signedOut', () => remember('signedOut', true));
  const gone = new Promise<void>((resolve) => void socket.on('disconnect', () => resolve()));

  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
  const patiently = socket.timeout(PATIENCE_MS);
  return {
    told,
    socket,
    watch: (what) => patiently.emitWithAck('watch', what),
    unwatch: (what) => patiently.emitWithAck('unwatch', what),
    touch: (presence) => patiently.emitWithAck('presence:touch', presence),
    sees: (what) => patiently.emitWithAck('seen', what),
    hears: (kind, fits = () => true) =>
      new Promise((resolve, reject) => {
        const done = (): void => {
          clearTimeout(late);
          wakeUps.delete(look);
        };
        const look = (): void => {
          const found = (told[kind] as Told[typeof kind][number][]).find(fits);
          if (found === undefined) return;
          done();
          resolve(found);
        };
        const late = setTimeout(() => {
          done();
          reject(new Error(`Not told: ${kind}. Told so far: ${JSON.stringify(told)}`));
        }, PATIENCE_MS);
        wakeUps.add(look);
        look();
      }),
    disconnected: () => gone,
    close: () => void socket.close(),
  };
}
