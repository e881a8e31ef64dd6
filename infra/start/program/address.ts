/** The port that the product, or a part of it that is started alone, is to listen on. */
import { createServer } from 'node:net';
import { InUse } from './data-folder.ts';

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Where a program on this machine reaches what listens on `host`. */
export const reachableHost = (host: string): string => (ANY_ADDRESS.has(host) ? '127.0.0.1' : host);

/** `host:port`, as addresses have it. */
export const hostAndPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** @throws InUse with a sentence when nothing can listen there. */
export async function portIsFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((free, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new InUse(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use: choose another with PORT.`
            : `Cannot listen on ${host} port ${port} (${error.code}): choose others with HOST and PORT.`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => free()));
  });
}
