/**
 * A TCP proxy of this process between two programs. It cuts, freezes, half-opens or slows its connections: the network
 * faults that need no root and no other program.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { EngineAddress } from '../../test/engine-address.ts';

/**
 * `gateway`: people to the gateway. `event-log`, `postgres`: the services to the engine. `log-postgres`: the event log to
 * its Postgres.
 */
export const linkNames = ['gateway', 'event-log', 'postgres', 'log-postgres'] as const;
export type LinkName = (typeof linkNames)[number];

export type Condition =
  /** Connections are reset, and further ones too. */
  | { readonly kind: 'cut' }
  /** Nothing arrives, in neither direction. What was sent arrives at the end. */
  | { readonly kind: 'frozen' }
  /** The server's side is closed. The client is not told: what it sends is lost. Its side is reset at the end. */
  | { readonly kind: 'half-open' }
  /** Everything arrives this many milliseconds later. */
  | { readonly kind: 'slow'; readonly delayMs: number };

/** Above this a direction reads no more until it has written. */
const MOST_HELD_BYTES = 1_048_576;

/** Bytes in one direction, in order. */
class Direction {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #link: { readonly isFrozen: boolean; readonly delayMs: number };
  /** `bytes` undefined: the end. `dueAt`: performance.now() */
  readonly #held: { readonly bytes: Buffer | undefined; readonly dueAt: number }[] = [];
  #heldBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, link: { readonly isFrozen: boolean; readonly delayMs: number }) {
    [this.#from, this.#to, this.#link] = [from, to, link];
    from.on('data', (bytes: Buffer) => this.#hold(bytes));
    from.on('end', () => this.#hold(undefined));
    to.on('drain', () => this.#from.resume());
  }

  /** Writes what is due. */
  flush(): void {
    clearTimeout(this.#timer);
    while (!this.#link.isFrozen) {
      const [next] = this.#held;
      if (!next) return;
      const wait = next.dueAt - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.flush(), wait);
        return;
      }
      this.#held.shift();
      this.#heldBytes -= next.bytes?.length ?? 0;
      if (this.#to.destroyed) continue;
      if (next.bytes === undefined) this.#to.end();
      else if (this.#to.write(next.bytes)) this.#from.resume();
      else this.#from.pause();
    }
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#held.length = 0;
  }

  #hold(bytes: Buffer | undefined): void {
    // A delay that has ended does not let later bytes overtake earlier ones.
    const dueAt = Math.max(this.#held.at(-1)?.dueAt ?? 0, performance.now() + this.#link.delayMs);
    this.#held.push({ bytes, dueAt });
    this.#heldBytes += bytes?.length ?? 0;
    if (this.#heldBytes > MOST_HELD_BYTES) this.#from.pause();
    this.flush();
  }
}

interface Connection {
  readonly client: Socket;
  /** Undefined: the connection is half-open. */
  server: Socket | undefined;
  directions: readonly Direction[];
}

export class Link {
  readonly #to: EngineAddress;
  readonly #listener: Server;
  readonly #connections = new Set<Connection>();
  readonly #conditions = new Set<Condition>();

  private constructor(to: EngineAddress, listener: Server) {
    [this.#to, this.#listener] = [to, listener];
    listener.on('connection', (client) => this.#accept(client));
  }

  /** Listens on a port of the loopback interface. */
  static async open(to: EngineAddress): Promise<Link> {
    const listener = createServer({ allowHalfOpen: true, noDelay: true });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new Link(to, listener);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  get isFrozen(): boolean {
    return this.#has('frozen');
  }

  get delayMs(): number {
    return Math.max(
      0,
      ...[...this.#conditions].map((condition) => (condition.kind === 'slow' ? condition.delayMs : 0)),
    );
  }

  /** @returns ends the condition. Several may hold at a time. */
  impose(condition: Condition): () => void {
    this.#conditions.add(condition);
    if (condition.kind === 'cut') for (const connection of this.#connections) reset(connection);
    if (condition.kind === 'half-open') for (const connection of this.#connections) loseServer(connection);
    return () => {
      this.#conditions.delete(condition);
      for (const connection of this.#connections) {
        if (!this.#has('half-open') && !connection.server) reset(connection);
        for (const direction of connection.directions) direction.flush();
      }
    };
  }

  async close(): Promise<void> {
    this.#listener.close();
    for (const connection of this.#connections) reset(connection);
    await once(this.#listener, 'close');
  }

  #has(kind: Condition['kind']): boolean {
    return [...this.#conditions].some((condition) => condition.kind === kind);
  }

  #accept(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.#has('cut')) return void client.resetAndDestroy();
    const connection: Connection = { client, server: undefined, directions: [] };
    this.#connections.add(connection);
    client.once('close', () => {
      this.#connections.delete(connection);
      connection.server?.destroy();
    });
    if (this.#has('half-open')) return void client.resume();
    const server = connect({ ...this.#to, allowHalfOpen: true, noDelay: true });
    connection.server = server;
    connection.directions = [new Direction(client, server, this), new Direction(server, client, this)];
    server.on('error', () => server.destroy());
    // A server that has ended in order has its last bytes on the way: the client's side closes after them.
    server.once('close', (hadError) => hadError && connection.server === server && reset(connection));
  }
}

function reset({ client, server, directions }: Connection): void {
  for (const direction of directions) direction.drop();
  server?.destroy();
  client.resetAndDestroy();
}

function loseServer(connection: Connection): void {
  const { server, client, directions } = connection;
  for (const direction of directions) direction.drop();
  connection.server = undefined;
  connection.directions = [];
  client.removeAllListeners('data').removeAllListeners('end').resume();
  server?.destroy();
}
