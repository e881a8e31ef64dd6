/** An HTTP server that closes gracefully: it finishes the requests under way and takes no new ones. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrivalsRead, cutOffAfter, type Drain, drainOf, listenWhenFree } from './drain.ts';

/** The longest time for requests under way when the server closes. */
const DRAIN_MS = 5_000;
/** Longer than that of a proxy in front, which would otherwise write into a connection that closes (Node: 5 s). */
const KEEP_ALIVE_MS = 65_000;
/** An image of 10 MB takes 328 s at 256 kbit/s. */
const REQUEST_MS = 400_000;

export interface Listening extends Drain {
  readonly server: Server;
  readonly port: number;
  close(): Promise<void>;
}

/** @param port 0 for any free port @throws the system's error, such as EADDRINUSE after ten seconds */
export async function listen(answer: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    answer,
  );
  const drain = drainOf(server);
  await listenWhenFree(server, host, port);
  return {
    ...drain,
    server,
    port: (server.address() as AddressInfo).port,
    async close() {
      await arrivalsRead(server);
      const drained = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await cutOffAfter(DRAIN_MS, server, drained);
    },
  };
}
