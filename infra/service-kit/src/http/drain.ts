/** A server that is about to close lets its clients connect elsewhere. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** A port that the process before still holds is tried again this often, and for this long. */
const AGAIN_MS = 25;
const TAKEN_MS = 10_000;
/** The longest time to read what has arrived before a server closes. */
const ARRIVALS_MS = 1_000;

export interface Drain {
  /** From now on each answer closes its connection, those under way too. The server goes on listening. */
  closeAfterAnswers(): void;
  /** Resolves when no answer is under way, at the latest after `withinMs`. */
  answersEnded(withinMs: number): Promise<void>;
}

/** @param held a path below which answers wait for news: no one waits for their end */
export function drainOf(server: Server, held?: string): Drain {
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  let onEnd = (): void => undefined;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (held === undefined || !request.url?.startsWith(held)) underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) onEnd();
    });
    if (isClosing) response.setHeader('connection', 'close');
  });
  return {
    closeAfterAnswers() {
      isClosing = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
    },
    async answersEnded(withinMs) {
      if (underWay.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        onEnd = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

/**
 * Resolves when what has arrived by now is read: connections that wait in the system, and requests on kept connections.
 * Closing would reset them. Node accepts one waiting connection in each turn of its loop (libuv 1.46), so it takes as
 * many turns as bring something.
 * @param mostMs other connections may go on arriving
 */
export async function arrivalsRead(server: NetServer, mostMs = ARRIVALS_MS): Promise<void> {
  let arrived: boolean;
  const hasArrived = (): void => {
    arrived = true;
  };
  server.on('connection', hasArrived).on('request', hasArrived);
  const until = performance.now() + mostMs;
  do {
    arrived = false;
    // The first one may be in a turn that has looked for arrivals already.
    await turn();
    await turn();
  } while (arrived && performance.now() < until);
  server.off('connection', hasArrived).off('request', hasArrived);
}

/**
 * Waits for what ends with the last connection of a closing server, and cuts off those that are left after `withinMs`.
 * Browsers open connections ahead of their requests, and Node does not count one without a request as idle.
 */
export async function cutOffAfter(withinMs: number, server: Server, ended: Promise<void>): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), withinMs);
  await ended.finally(() => clearTimeout(late));
}

/** Listens as soon as the port is free. @throws the system's error, such as EADDRINUSE after ten seconds */
export async function listenWhenFree(server: Server, host: string, port: number, takenMs = TAKEN_MS): Promise<void> {
  const until = performance.now() + takenMs;
  for (;;) {
    try {
      await listenOnce(server, host, port);
      return;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || performance.now() > until) throw error;
      await pause(AGAIN_MS);
    }
  }
}

const listenOnce = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
