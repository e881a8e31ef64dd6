/** The addresses of engines in connection strings. */

export interface EngineAddress {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  esdb: 2113,
  'esdb+discover': 2113,
  postgres: 5432,
  postgresql: 5432,
  redis: 6379,
  rediss: 6379,
};
const addressParts = /^(?<scheme>[a-z+]+):\/\/(?:[^@/]*@)?(?<hosts>[^/?]*)/;

/**
 * The servers of a connection string. One of EventStoreDB may have several.
 * @throws RangeError with a sentence
 */
export function addressesOf(url: string): EngineAddress[] {
  const { scheme = '', hosts = '' } = addressParts.exec(url)?.groups ?? {};
  const defaultPort = DEFAULT_PORTS[scheme];
  if (defaultPort === undefined) throw new RangeError('An engine has an address such as esdb://127.0.0.1:2113');
  return hosts.split(',').map((server) => {
    const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(server) ?? [];
    return { host: host || 'localhost', port: port === undefined ? defaultPort : Number(port) };
  });
}

export const isLoopback = ({ host }: EngineAddress): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** As people read it: without a password. */
export const shown = (addresses: readonly EngineAddress[]): string =>
  addresses.map(({ host, port }) => `${host}:${port}`).join(', ');
