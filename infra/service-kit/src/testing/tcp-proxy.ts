/** For `*.int.spec.ts` only: a TCP proxy to Postgres that can fall silent like a network or a host without power. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  /** The address of the database through this proxy. */
  readonly databaseUrl: string;
  /**
   * Stops all data on the open connections without closing them.
   * @param clientPort of one connection, as `pg_stat_activity` has it; undefined: all
   */
  fallSilent(clientPort?: number): void;
  close(): Promise<void>;
}

/** @param port of the proxy; a free one by default */
export async function openTcpProxy(databaseUrl: string, port = 0): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  /** Each with the side of its connection that the database sees. */
  const ends = new Map<Socket, Socket>();
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.set(from, far);
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
    fallSilent(clientPort) {
      for (const [end, far] of ends) if (clientPort === undefined || far.localPort === clientPort) end.unpipe().pause();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const end of ends.keys()) end.destroy();
      await closed;
    },
  };
}
