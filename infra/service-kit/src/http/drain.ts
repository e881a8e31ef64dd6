/** A server that is about to close lets its clients connect elsewhere. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A port that the process before still holds is tried again this often, and for this long. */
const AGAIN_MS = 25;
const TAKEN_MS = 10_000;

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
 * Resolves when what has arrived by now is read. A connection that waits in the system, and a request on a kept connection
 * that is not read yet, would be reset by closing.
 */
export const arrivalsRead = (): Promise<void> =>
  new Promise((resolve) => void setImmediate(() => void setImmediate(resolve)));

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
