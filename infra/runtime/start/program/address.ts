/** The address that a program listens on. */
import { createServer } from 'node:net';
import { CannotStart } from './start-errors.ts';

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** The host by which programs on this machine reach a server that listens on `host`. */
export const reachableHost = (host: string): string => (ANY_ADDRESS.has(host) ? '127.0.0.1' : host);

/** `host:port` as in a URL. */
export const hostAndPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The sentence for an error of `listen`. */
export const cannotListen = (host: string, port: number, { code }: NodeJS.ErrnoException): CannotStart =>
  new CannotStart(
    code === 'EADDRINUSE'
      ? `Port ${port} is in use: choose another with PORT.`
      : `Cannot listen on ${host} port ${port} (${code}): choose others with HOST and PORT.`,
  );

/** @throws CannotStart when the port is in use or the host is not this machine's */
export async function portIsFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(host, port, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
