/** Takes the connections that the launcher gives to this process (`start/port/port-listener.ts`). */
import { type Server, Socket } from 'node:net';
import type * as z from 'zod';
import { GivenConnection, type Leaving, type Left, Retire, type TakenConnection } from '../start/port/messages.ts';

export interface GivenConnections {
  /** Asks for another process. Resolves when no connection is given any more, at the latest after `waitMs`. */
  leave(waitMs: number): Promise<void>;
}

/** @param server not listening; each connection is its event `connection` */
export function takeConnections(server: Server): GivenConnections {
  // The server watches its limits of time from this event on. It does not come by itself without a port.
  server.emit('listening');
  let retired = (): void => undefined;
  let takesNoMore = false;
  const isRetired = new Promise<void>((resolve) => {
    retired = () => {
      takesNoMore = true;
      resolve();
    };
  });

  const take = (id: number, socket: Socket): void => {
    if (takesNoMore) {
      // This process's descriptor only: the launcher gives the connection to the next process.
      socket.destroy();
      return;
    }
    const message: z.infer<typeof TakenConnection> = { taken: id };
    // Reads only what the launcher knows to be taken: otherwise it could give the rest to the next process.
    process.send?.(message, undefined, {}, (error: Error | null) => {
      if (error) {
        socket.destroy();
        return;
      }
      // As a server's own connections. The server decides what a half-closed one means.
      socket.allowHalfOpen = true;
      server.emit('connection', socket);
    });
  };
  process.on('message', (message, socket) => {
    const { data: given } = GivenConnection.safeParse(message);
    if (given && socket instanceof Socket) take(given.connection, socket);
    else if (Retire.safeParse(message).success) retired();
  });
  process.once('disconnect', () => retired());

  return {
    async leave(waitMs) {
      const message: z.infer<typeof Leaving> = { leaving: true };
      if (!process.connected) return;
      process.send?.(message, undefined, {}, () => undefined);
      const late = setTimeout(() => {
        const left: z.infer<typeof Left> = { left: true };
        process.send?.(left, undefined, {}, () => undefined);
        retired();
      }, waitMs);
      await isRetired;
      clearTimeout(late);
    },
  };
}
