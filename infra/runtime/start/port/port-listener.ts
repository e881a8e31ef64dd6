/**
 * Holds the product's port and gives each connection to the process that answers, by its file descriptor: it reads and
 * copies nothing. While there is no such process, connections wait; after that they are answered 503.
 */
import type { ChildProcess } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import type { Logger } from 'service-kit/process/logger';
import { unavailableBytes } from '../../gateway/answers.ts';
import { cannotListen } from '../program/address.ts';
import { type GivenConnection, Left, type Retire, TakenConnection } from './messages.ts';
import type * as z from 'zod';

/** How long a connection waits for a process. */
const HOLD_MS = 5_000;
/** More connections than this do not wait. Each costs a descriptor, of which a process may have about a thousand. */
const WAITING_MOST = 500;
/** A client has this time to read the refusal. */
const REFUSAL_MS = 2_000;

export interface PortListener {
  /** Gives all connections to this process from now on, the waiting ones first. The one before is told to retire. */
  giveTo(child: ChildProcess): void;
  /** Refuses the waiting connections and takes no more. */
  close(): Promise<void>;
}

interface Held {
  readonly id: number;
  readonly socket: Socket;
  readonly timer: NodeJS.Timeout;
  /** The process that it was sent to and that has not taken it yet. */
  sentTo: ChildProcess | undefined;
}

/** @throws CannotStart when the port is in use or the host is not this machine's */
export async function listenOnPort(options: {
  host: string;
  port: number;
  logger: Logger;
  /** The connections have TLS: a refused one is closed, because its client would not understand an answer. */
  isSecure?: boolean;
  holdMs?: number;
  waitingMost?: number;
}): Promise<PortListener> {
  const { host, port, logger, isSecure = false, holdMs = HOLD_MS, waitingMost = WAITING_MOST } = options;
  const held = new Map<number, Held>();
  let receiver: ChildProcess | undefined;
  let last = 0;

  const refuse = (socket: Socket): void => {
    if (isSecure) socket.destroy();
    else answerUnavailable(socket);
  };
  const letGo = (one: Held): void => {
    clearTimeout(one.timer);
    held.delete(one.id);
  };
  const give = (one: Held): void => {
    if (receiver === undefined) return;
    one.sentTo = receiver;
    const message: z.infer<typeof GivenConnection> = { connection: one.id };
    // The socket stays open here until the process says that it has it, because a process that is killed meanwhile
    // loses it. An error means that the channel has closed: `disconnect` follows.
    receiver.send(message, one.socket, { keepOpen: true }, () => undefined);
  };

  const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true }, (socket) => {
    // It is not read here, so an error only says that the client has gone.
    socket.on('error', () => socket.destroy());
    if (held.size >= waitingMost) {
      refuse(socket);
      return;
    }
    last += 1;
    const one: Held = {
      id: last,
      socket,
      sentTo: undefined,
      timer: setTimeout(() => {
        letGo(one);
        refuse(socket);
      }, holdMs),
    };
    held.set(one.id, one);
    give(one);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(host, port, error)));
    server.listen(port, host, resolve);
  });
  server.on('error', (error) => logger.error({ error }, 'a connection could not be accepted'));

  return {
    giveTo(child) {
      const before = receiver;
      receiver = child;
      const gone = (): void => {
        if (receiver === child) receiver = undefined;
        for (const one of held.values()) {
          if (one.sentTo !== child) continue;
          one.sentTo = undefined;
          give(one);
        }
      };
      child.on('message', (message) => {
        if (Left.safeParse(message).success) gone();
        const { data } = TakenConnection.safeParse(message);
        const one = data && held.get(data.taken);
        if (one === undefined || one.sentTo !== child) return;
        letGo(one);
        // Closes this process's descriptor only.
        one.socket.destroy();
      });
      // Comes after all of its messages: what it has not taken by now, it has never read from.
      child.once('disconnect', gone);
      // The only event of a process that was killed with a connection on its way to it (Node 20). Its last messages
      // are read in the next turn.
      child.once('exit', () => setImmediate(() => setImmediate(gone)));
      for (const one of held.values()) if (one.sentTo === undefined) give(one);
      if (before !== undefined) retire(before);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const one of held.values()) {
        letGo(one);
        refuse(one.socket);
      }
      // Connections that a process has taken count for this server too.
      await Promise.race([closed, new Promise((resolve) => setImmediate(resolve))]);
    },
  };
}

/** Tells the process that nothing more is given to it. */
export function retire(child: ChildProcess): void {
  const message: z.infer<typeof Retire> = { retire: true };
  if (child.connected) child.send(message, () => undefined);
}

/**
 * Answers without reading the request. What the client sends is thrown away until it closes: closing with unread bytes
 * would reset the connection, and the client might lose the answer.
 */
function answerUnavailable(socket: Socket): void {
  if (socket.destroyed) return;
  socket.end(unavailableBytes());
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), REFUSAL_MS);
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer));
}
