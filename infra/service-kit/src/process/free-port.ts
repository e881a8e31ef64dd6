import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports of Linux, which begin at 32,768. Of those the kernel also takes ports for outgoing
 * connections, so that one that was free a moment ago was in use in one of 20 starts of the product.
 */
const PORTS = { first: 10_000, end: 32_768 };
const ATTEMPTS = 100;

/** A port of the loopback interface that is free at this moment: random ones are tried. @throws Error if none is free */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
