/**
 * HTTPS with the files of the settings. They are read again when they change, so that a renewal needs no restart. A
 * browser that speaks plain http to the port is sent to https.
 */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import type { Logger } from 'service-kit/process/logger';
import { readTls, type TlsFiles } from './tls-files.ts';

/** How often the files are read. */
const LOOK_MS = 10_000;
/** The first byte of a TLS connection: the record of a handshake. */
const HANDSHAKE = 22;

export interface TlsOptions {
  readonly certFile: string;
  readonly keyFile: string;
  readonly logger: Logger;
  /** For specs. */
  readonly lookMs?: number;
}

/** Undefined without the settings. */
export const tlsOptions = ({ TLS_CERT, TLS_KEY }: TlsFiles, logger: Logger): TlsOptions | undefined =>
  TLS_CERT === undefined || TLS_KEY === undefined ? undefined : { certFile: TLS_CERT, keyFile: TLS_KEY, logger };

export interface SecureServer {
  /** Takes all connections; it may listen, or be given connections as its event `connection`. */
  readonly front: Server;
  /** Answers the requests. */
  readonly https: HttpsServer;
  /** Reads the files no more, and closes idle connections. */
  stop(): void;
}

/** @throws TlsFileError */
export function createSecureServer(
  { certFile, keyFile, logger, lookMs = LOOK_MS }: TlsOptions,
  options: ServerOptions & { headersTimeout: number },
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): SecureServer {
  let present = readTls(certFile, keyFile);
  const https = createHttpsServer(
    {
      ...options,
      key: present.key,
      cert: present.certificate,
      minVersion: 'TLSv1.2',
      handshakeTimeout: options.headersTimeout,
    },
    answer,
  );
  const plain = createHttpServer(options, sendToHttps);
  // They watch their limits of time from this event on. It does not come by itself without a port.
  for (const server of [https, plain]) server.emit('listening');

  const front = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const close = (): void => void socket.destroy();
    const late = setTimeout(close, options.headersTimeout);
    socket.on('error', close).once('end', close);
    socket.once('close', () => clearTimeout(late));
    socket.once('data', (first: Buffer) => {
      clearTimeout(late);
      socket.off('end', close).pause().unshift(first);
      // TLS reads below the stream of the socket, http from it.
      const isTls = first[0] === HANDSHAKE;
      (isTls ? https : plain).emit('connection', socket);
      if (!isTls) process.nextTick(() => socket.resume());
    });
    socket.resume();
  });

  let lastFailure = '';
  const look = (): void => {
    try {
      const { key, certificate } = readTls(certFile, keyFile);
      lastFailure = '';
      if (certificate === present.certificate && key === present.key) return;
      https.setSecureContext({ key, cert: certificate, minVersion: 'TLSv1.2' });
      present = { key, certificate };
      logger.info('the certificate of TLS_CERT was read again');
    } catch (error) {
      // Files that are being replaced do not fit for a moment. The present certificate goes on.
      const failure = error instanceof Error ? error.message : String(error);
      if (failure !== lastFailure) logger.warn({ failure }, 'the files of TLS_CERT and TLS_KEY cannot be used');
      lastFailure = failure;
    }
  };
  const timer = setInterval(look, lookMs).unref();
  return {
    front,
    https,
    stop() {
      clearInterval(timer);
      // They do not listen: this ends their own watches.
      for (const server of [https, plain]) server.close(() => undefined);
    },
  };
}

/** A person who typed http:// is sent on. A program is told, because it has sent its request unencrypted already. */
function sendToHttps({ method, url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  const isReading = method === 'GET' || method === 'HEAD';
  const host = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(headers.host ?? '') ? headers.host : undefined;
  response.setHeader('connection', 'close');
  if (isReading && host !== undefined && url.startsWith('/'))
    response.writeHead(308, { location: `https://${host}${url}`, 'content-length': 0 }).end();
  else
    response
      .writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
      .end('This address speaks https: begin it with https://\n');
}
