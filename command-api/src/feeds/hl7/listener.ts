/**
 * The port for the hospital's interface engine: MLLP over TCP or TLS, from allowed addresses alone. Messages of a connection are
 * answered in their order. Without an answer the connection is closed, and the sender sends again.
 */
import { readFile } from 'node:fs/promises';
import { BlockList, createServer, isIPv6, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import type { Running } from 'service-kit/process/lifecycle';
import type { Logger } from 'service-kit/process/logger';
import type { Feed } from './feed.ts';
import { createFramer, type Frame, framed } from './framer.ts';

export const MESSAGE_BYTES_MAX = 1024 * 1024;
const CONNECTIONS_MAX = 20;
/** Messages of a connection that wait: then it is not read until one is answered. */
const WAITING_MAX = 16;
/** A connection that brings nothing for this long is closed: within a message, and between two. */
const WITHIN_MS = 60_000;
const BETWEEN_MS = 3_600_000;
/** A process that is being replaced still has the port. */
const BIND_RETRY_MS = 1_000;

export interface ListenerSettings {
  readonly host: string;
  readonly port: number;
  /** Addresses and networks such as `10.0.0.0/8`; none: this machine alone. */
  readonly allow: readonly string[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

export interface Listener extends Running {
  /** Undefined until the port is free. */
  port(): number | undefined;
  connections(): number;
}

export async function startListener(feed: Feed, settings: ListenerSettings, logger: Logger): Promise<Listener> {
  const allowed = allowList(settings.allow);
  const sockets = new Map<Socket, Promise<void>>();
  const stopping = new AbortController();

  const accept = (socket: Socket): void => {
    const { remoteAddress = '' } = socket;
    socket.on('error', (error) => logger.debug({ error }, 'a connection of the hospital broke'));
    if (!isAllowed(allowed, remoteAddress) || sockets.size >= CONNECTIONS_MAX) {
      logger.warn({ address: remoteAddress }, 'a connection to the port for HL7 was refused');
      socket.destroy();
      return;
    }
    sockets.set(socket, Promise.resolve());
    socket.on('close', () => {
      // A message that is being applied is finished first.
      void sockets.get(socket)?.finally(() => sockets.delete(socket));
    });
    serve(socket, feed, logger, (work) => sockets.set(socket, work));
  };
  const server: Server = settings.tls
    ? createTlsServer(
        {
          cert: await readFile(settings.tls.certFile),
          key: await readFile(settings.tls.keyFile),
          minVersion: 'TLSv1.2',
        },
        accept,
      )
    : createServer(accept);
  server.on('tlsClientError', (error) => logger.warn({ error }, 'a connection to the port for HL7 was refused'));
  void bind(server, settings, logger, stopping.signal);

  return {
    port() {
      const address = server.address();
      return address && typeof address === 'object' ? address.port : undefined;
    },
    connections: () => sockets.size,
    async stop() {
      stopping.abort();
      const closed = server.listening ? new Promise((done) => server.close(done)) : undefined;
      const works = [...sockets.values()];
      for (const socket of sockets.keys()) socket.destroy();
      await Promise.all(works);
      await closed;
    },
  };
}

async function bind(
  server: Server,
  { host, port }: ListenerSettings,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const error = await new Promise<Error | undefined>((done) => {
      server.once('error', done);
      server.listen(port, host, () => {
        server.off('error', done);
        done(undefined);
      });
    });
    if (!error) return logger.info({ host, address: server.address() }, 'listens for HL7 messages');
    if (isFirst) logger.warn({ error }, 'the port for HL7 is not free yet');
    await pause(BIND_RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function serve(socket: Socket, feed: Feed, logger: Logger, working: (work: Promise<void>) => void): void {
  const framer = createFramer(MESSAGE_BYTES_MAX);
  let waiting = 0;
  let work = Promise.resolve();
  const answer = async (frame: Frame): Promise<void> => {
    // The answer to the one before was not given: this one comes again after it.
    if (socket.destroyed) return;
    try {
      const bytes = frame.kind === 'message' ? await feed.receive(frame.bytes) : await feed.refuseTooLarge();
      if (!socket.destroyed) socket.write(framed(bytes));
    } catch (error) {
      logger.warn({ error }, 'a message of the hospital has no answer: its sender sends it again');
      socket.destroy();
    }
    waiting -= 1;
    if (waiting < WAITING_MAX) socket.resume();
  };
  socket.setTimeout(BETWEEN_MS, () => socket.destroy());
  socket.on('data', (chunk) => {
    for (const frame of framer.push(chunk)) {
      waiting += 1;
      work = work.then(() => answer(frame));
    }
    socket.setTimeout(framer.isInside ? WITHIN_MS : BETWEEN_MS);
    working(work);
    if (waiting >= WAITING_MAX) socket.pause();
  });
}

/** @throws Error for a text that is no address and no network */
export function allowList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries.length > 0 ? entries : ['127.0.0.0/8', '::1']) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function isAllowed(list: BlockList, remoteAddress: string): boolean {
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
