/** An HTTP server that closes gracefully: what is under way is finished, nothing new is taken. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longest time that requests under way may take once the server closes. */
const DRAIN_MS = 5_000;
/**
 * A proxy in front keeps its connections open longer than Node's 5 s, and would write into one that is just closing.
 */
const KEEP_ALIVE_MS = 65_000;
/** Thirty images of 10 MB take minutes on a hospital's line. */
const REQUEST_MS = 300_000;

export interface Listening {
  readonly server: Server;
  readonly port: number;
  close(): Promise<void>;
}

/** @param port 0 takes a free one @throws the system's error, such as EADDRINUSE */
export async function listen(answer: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    answer,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async close() {
      const drained = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await drained;
      clearTimeout(impatient);
    },
  };
}
