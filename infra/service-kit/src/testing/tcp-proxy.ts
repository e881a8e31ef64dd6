/** For `*.int.spec.ts` only: a TCP proxy to Postgres that can fall silent like a network or a host without power. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  /** The address of the database through this proxy. */
  readonly databaseUrl: string;
  /** Stops all data on the open connections without closing them. */
  fallSilent(): void;
  close(): Promise<void>;
}

/** @param port of the proxy; a free one by default */
export async function openTcpProxy(databaseUrl: string, port = 0): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          ends.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const near = new URL(databaseUrl);
  near.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    databaseUrl: near.href,
    fallSilent() {
      for (const end of ends) end.unpipe().pause();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const end of ends) end.destroy();
      await closed;
    },
  };
}
