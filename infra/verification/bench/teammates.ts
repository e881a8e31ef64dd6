/** Sockets of teammates that watch the team and record when each revision of each stream arrives. */
import type { Changed, ClientToServer, ServerToClient, WatchAnswer } from 'language/contract/live';
import { io, type Socket } from 'socket.io-client';
import { inParallel } from '../../runtime/seed/api-client.ts';

export interface Teammates {
  /** The instant (performance.now) of the first note of `stream` at `revision` or later at socket `index`. Resolves then. */
  heard(index: number, stream: string, revision: number): Promise<number>;
  readonly count: number;
  close(): void;
}

export type MateSocket = Socket<ServerToClient, ClientToServer>;

interface Waiting {
  revision: number;
  resolve(at: number): void;
}
interface Mate {
  readonly seen: Map<string, readonly { revision: number; at: number }[]>;
  readonly waiting: Map<string, Waiting[]>;
}

/** Connections at a time: the devices of a ward do not start in one moment. */
const CONNECTING = 50;

/**
 * Sockets that watch the team.
 * @param onChanged with the number of the socket
 */
export async function connectMates(
  base: string,
  team: string,
  tokens: readonly string[],
  count: number,
  onChanged: (index: number, note: Changed) => void,
): Promise<readonly MateSocket[]> {
  const sockets: MateSocket[] = [];
  await inParallel(
    Array.from({ length: count }, (_, index) => index),
    CONNECTING,
    async (index) => {
      const socket: MateSocket = io(base, {
        auth: { token: tokens[index % tokens.length] },
        transports: ['websocket'],
        forceNew: true,
      });
      socket.on('changed', (note: Changed) => onChanged(index, note));
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', () =>
          socket.emit('watch', { team }, (answer: WatchAnswer) => {
            if (answer.ok) resolve();
            else reject(new Error(answer.message));
          }),
        );
        socket.on('connect_error', reject);
      });
      sockets[index] = socket;
    },
  );
  return sockets;
}

export async function watchTeam(
  base: string,
  team: string,
  tokens: readonly string[],
  count: number,
): Promise<Teammates> {
  const mates: Mate[] = Array.from({ length: count }, () => ({ seen: new Map(), waiting: new Map() }));
  const sockets = await connectMates(base, team, tokens, count, (index, { stream, revision }) => {
    const mate = mates[index];
    if (!mate) return;
    const at = performance.now();
    mate.seen.set(stream, [...(mate.seen.get(stream) ?? []), { revision, at }]);
    const still: Waiting[] = [];
    for (const wait of mate.waiting.get(stream) ?? []) {
      if (revision >= wait.revision) wait.resolve(at);
      else still.push(wait);
    }
    mate.waiting.set(stream, still);
  });
  return {
    count,
    heard(index, stream, revision) {
      const mate = mates[index];
      if (!mate) throw new RangeError(`No socket ${index}`);
      const first = mate.seen.get(stream)?.find((note) => note.revision >= revision);
      if (first) return Promise.resolve(first.at);
      return new Promise((resolve) =>
        mate.waiting.set(stream, [...(mate.waiting.get(stream) ?? []), { revision, resolve }]),
      );
    },
    close: () => sockets.forEach((socket) => socket.disconnect()),
  };
}
