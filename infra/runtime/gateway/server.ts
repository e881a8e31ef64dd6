/**
 * One origin for the whole product. Reads under `/api` go to the query API, all other methods under `/api` to the
 * command API, `/socket.io` and `/fhir` to the query API, and the rest is the frontend. For an unavailable service the gateway
 * answers 503 with a sentence. It retries nothing: only the client knows which requests may be repeated.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { GATEWAY_HEADER } from 'language/contract/gateway';
import { SEED_HEADERS } from 'language/contract/seed';
import { arrivalsRead } from 'service-kit/http/drain';
import { shareReadiness } from 'service-kit/http/health';
import type { Running } from 'service-kit/process/lifecycle';
import { tellAnswer, traceRequest } from './tell-answer.ts';
import { answerJson, unreadBytes } from './answers.ts';
import type { AnswerMetrics } from './protected-metrics.ts';
import { readyOf } from './ready.ts';
import { createSecureServer, type TlsOptions } from './secure-server.ts';
import { frontendHeaders, type Sources, transportHeaders } from './security-headers.ts';
import type { Services } from './service.ts';
import { serveFrontend } from './static-files.ts';

/** The longest time for a client's headers. */
const HEADERS_MS = 10_000;
/** The longest time for a client's whole request: an image of 10 MB at 256 kbit/s. */
const REQUEST_MS = 400_000;
/** Answers under way have this time to end. */
const DRAIN_MS = 2_000;
/**
 * A connection that an earlier answer promised to keep may carry the client's next request already. It is closed after
 * this time without one.
 */
const KEPT_MS = 1_000;

export interface GatewayOptions {
  staticDir: string;
  /** False: the prerendered page `/`, which has the form for e-mail and password and leads to sign-up, is not served. */
  isLandingPrerendered?: boolean;
  sources: Sources;
  /** Where browsers find the product. */
  publicUrl?: string | undefined;
  services: Services;
  trustedProxies: number;
  /** Proves to the command API that a request is the gateway's. Undefined: the network does. */
  secret?: string | undefined;
  /** Undefined: plain http. */
  tls?: TlsOptions | undefined;
  /** Answers `GET /metrics`. Undefined: the address does not exist. */
  metrics?: AnswerMetrics | undefined;
  /** For specs. */
  headersMs?: number;
}

export interface GatewayServer {
  /** Not listening yet. Connections may be given to it as its event `connection`. */
  readonly server: Server;
  /** From now on each answer closes its connection, so that the clients connect again. */
  closeAfterAnswers(): void;
  /** Closes idle and live connections at once, the others after their answers. No connection may be given after it. */
  close(): Promise<void>;
}

/** @throws TlsFileError */
export async function createGateway(options: GatewayOptions): Promise<GatewayServer> {
  const { services, headersMs = HEADERS_MS } = options;
  const headers = await frontendHeaders(options.staticDir, options.sources);
  const frontend = await serveFrontend(options.staticDir, headers, options.isLandingPrerendered ?? true);
  const forAll = transportHeaders(options.tls !== undefined, options.publicUrl);
  const ready = shareReadiness(() => readyOf(services));
  const connections = new Set<Duplex>();
  const upgraded = new Set<Duplex>();
  const underWay = new Set<ServerResponse>();
  let isClosing = false;

  const limits = {
    headersTimeout: headersMs,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(headersMs, 5_000),
  };
  const begin = (response: ServerResponse): void => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (isClosing) closeIdleLater();
    });
    if (isClosing) response.setHeader('connection', 'close');
    for (const [name, value] of Object.entries(forAll)) response.setHeader(name, value);
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    begin(response);
    const path = pathOf(request);
    tellAnswer(request, response, path);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (options.metrics && path === '/metrics') options.metrics(request, response);
    else if (reads && path === '/api/health') answerJson(response, 200, { status: 'ok' });
    else if (reads && path === '/api/ready')
      void ready().then((state) => answerJson(response, state.ready ? 200 : 503, state));
    else if (['/api', '/socket.io', '/fhir'].some((folder) => isBelow(path, folder))) {
      describeClient(request, options);
      const isRead = !isBelow(path, '/api') || (reads && !getsOfCommandApi.has(withoutSlash(path)));
      services[isRead ? 'query-api' : 'command-api'].answer(request, response);
    } else frontend(request, response);
  };
  const secure = options.tls && createSecureServer(options.tls, limits, answer);
  const server = secure?.https ?? createServer(limits, answer);
  const front = secure?.front ?? server;
  front.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const hasBegun = [...underWay].some((response) => response.socket === socket && response.headersSent);
    const bytes = hasBegun ? undefined : unreadBytes(error.code, forAll);
    if (bytes !== undefined && socket.writable) socket.write(bytes);
    socket.destroy(error);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    begin(response);
    response.writeHead(417, { 'x-content-type-options': 'nosniff', 'content-length': 0 }).end();
  });
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    if (!(socket instanceof Socket) || !isBelow(pathOf(request), '/socket.io')) {
      socket.destroy();
      return;
    }
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    describeClient(request, options);
    services['query-api'].upgrade(request, socket, head);
  });

  let idleTimer: NodeJS.Timeout | undefined;
  function closeIdleLater(): void {
    idleTimer ??= setTimeout(() => {
      idleTimer = undefined;
      server.closeIdleConnections();
    }, KEPT_MS).unref();
  }

  const closeAfterAnswers = (): void => {
    isClosing = true;
    closeIdleLater();
    for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
  };
  return {
    server: front,
    closeAfterAnswers,
    async close() {
      closeAfterAnswers();
      secure?.stop();
      if (front.listening) await arrivalsRead(front);
      // A server that does not listen has nothing to close; the rest is the same.
      front.close(() => undefined);
      for (const socket of upgraded) socket.destroy();
      server.closeIdleConnections();
      const timer = setTimeout(() => connections.forEach((socket) => socket.destroy()), DRAIN_MS);
      await Promise.all([...connections].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
      clearTimeout(timer);
      clearTimeout(idleTimer);
    },
  };
}

export interface Gateway extends Running {
  readonly port: number;
}

/** The gateway on a port of its own. */
export async function startGateway(options: GatewayOptions & { host: string; port: number }): Promise<Gateway> {
  const { server, close } = await createGateway(options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: close };
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?', 1)[0] ?? '/';
const withoutSlash = (path: string): string => path.replace(/\/$/, '').toLowerCase();

/**
 * GET requests that are no reads: one makes and signs a challenge, one is an admin tool (docs/product.md, "Admin
 * tools"), two are steps of a sign-in at the provider; and the PIN and the key of a device. In lower case, because routers ignore
 * case.
 */
const getsOfCommandApi = new Set([
  '/api/config/captcha',
  '/api/admissions/stopmedication',
  '/api/users/oidc/start',
  '/api/users/oidc/callback',
  '/api/users/me/second-factors',
  '/api/users/me/pin',
  '/api/users/me/device-key',
  '/api/users/me/pushsubscription',
]);

/** A client's claims about itself: only trusted proxies and this gateway know the facts. */
const SAID_BY_CLIENT = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-real-ip',
  'traceparent',
  'tracestate',
  GATEWAY_HEADER,
  ...Object.values(SEED_HEADERS),
];

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * Sets the client's address from its socket and removes what the client says of itself: rate limits use the address.
 * Trusted proxies in front append the address that they see, and the outermost of them sees the client.
 */
function describeClient(
  request: IncomingMessage,
  { trustedProxies, publicUrl, secret }: Pick<GatewayOptions, 'trustedProxies' | 'publicUrl' | 'secret'>,
): void {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const proto = request.headers['x-forwarded-proto'];
  for (const name of SAID_BY_CLIENT) delete request.headers[name];
  traceRequest(request);
  if (secret !== undefined) request.headers[GATEWAY_HEADER] = secret;
  request.headers['x-forwarded-for'] =
    (trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined) ?? request.socket.remoteAddress ?? 'unknown';
  request.headers['x-forwarded-proto'] =
    request.socket instanceof TLSSocket ||
    (trustedProxies > 0 && proto === 'https') ||
    isAtTlsAddress(request, publicUrl)
      ? 'https'
      : 'http';
}

/** The public address has TLS, though the proxy that ends it may not say so. */
const isAtTlsAddress = ({ headers }: IncomingMessage, publicUrl: string | undefined): boolean =>
  publicUrl?.startsWith('https:') === true && headers.host === new URL(publicUrl).host;
