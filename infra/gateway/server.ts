/**
 * One origin for the whole product. Reads under `/api` go to the query API, all other methods under `/api` to the
 * command API, `/socket.io` to the query API, and the rest is the frontend. For an unavailable service the gateway
 * answers 503 with a sentence. It retries nothing: only the client knows which requests may be repeated.
 */
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { STALLED_READER_MS } from 'command-api/contract/reports';
import { SEED_HEADERS } from 'command-api/contract/seed';
import { refusal } from 'command-api/domain/reasons/refusal';
import type { Running } from 'service-kit/process/lifecycle';
import type { Logger } from 'service-kit/process/logger';
import { createProxyServer } from 'httpxy';
import { answerJson, answerProblem } from './answers.ts';
import { readyOf, type Services } from './ready.ts';
import { frontendHeaders } from './security-headers.ts';
import { serveFrontend } from './static-files.ts';

export interface Gateway extends Running {
  readonly port: number;
}

/** The longest time for a client's headers. */
const HEADERS_MS = 10_000;
/** The longest time for a client's whole request: thirty images of 10 MB on a slow line. */
const REQUEST_MS = 300_000;
/** The longest time until a service begins its answer. */
const ANSWER_MS = 30_000;
/**
 * The longest time between two parts of an answer. A slow reader stalls the answer, and the service must be the first
 * to end it.
 */
const SILENCE_MS = STALLED_READER_MS + 15_000;
const UPGRADE_MS = 10_000;

export async function startGateway(options: {
  host: string;
  port: number;
  staticDir: string;
  imageSources: readonly string[];
  services: Services;
  trustedProxies: number;
  logger: Logger;
  answerMs?: number;
}): Promise<Gateway> {
  const { services, trustedProxies, logger } = options;
  const agent = new Agent({ keepAlive: true });
  const proxy = createProxyServer({ agent, proxyTimeout: options.answerMs ?? ANSWER_MS });
  const frontend = serveFrontend(options.staticDir, await frontendHeaders(options.staticDir, options.imageSources));
  const upgraded = new Set<Duplex>();

  proxy.on('proxyRes', (answer) => void answer.setTimeout(SILENCE_MS));
  proxy.on('error', (error, _request, answer) => {
    logger.warn({ error: error.message }, 'a service is unavailable');
    if (answer === undefined || answer instanceof Socket) answer?.destroy();
    else if (answer.headersSent) answer.destroy();
    else answerUnavailable(answer);
  });

  const pass = (request: IncomingMessage, response: ServerResponse, target: URL): void => {
    describeClient(request, trustedProxies);
    proxy.web(request, response, { target }).catch((error: Error) => {
      logger.warn({ error: error.message }, 'a service is unavailable');
      if (response.headersSent) response.destroy();
      else answerUnavailable(response);
    });
  };

  const server = createServer(
    { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: 65_000 },
    (request, response) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (reads && path === '/api/health') answerJson(response, 200, { status: 'ok' });
      else if (reads && path === '/api/ready')
        void readyOf(services).then((state) => answerJson(response, state.ready ? 200 : 503, state));
      else if (isBelow(path, '/api'))
        pass(
          request,
          response,
          reads && !getsOfCommandApi.has(path.replace(/\/$/, '').toLowerCase())
            ? services['query-api']
            : services['command-api'],
        );
      else if (isBelow(path, '/socket.io')) pass(request, response, services['query-api']);
      else frontend(request, response);
    },
  );

  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    if (!(socket instanceof Socket) || !isBelow((request.url ?? '').split('?', 1)[0] ?? '', '/socket.io')) {
      socket.destroy();
      return;
    }
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    describeClient(request, trustedProxies);
    proxy
      .ws(request, socket, { target: services['query-api'], upgradeTimeout: UPGRADE_MS }, head)
      .catch(() => socket.destroy());
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of upgraded) socket.destroy();
      server.closeIdleConnections();
      // Answers under way have two seconds to end.
      const timer = setTimeout(() => server.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(timer);
      agent.destroy();
    },
  };
}

/**
 * Two GET requests that are no reads: one makes and signs a challenge, one is an admin tool (docs/product.md, "Admin
 * tools"). In lower case, because routers ignore case.
 */
const getsOfCommandApi = new Set(['/api/config/captcha', '/api/admissions/stopmedication']);

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * Sets the client's address from its socket and removes what the client says of itself: rate limits use the address.
 * Trusted proxies in front append the address that they see, and the outermost of them sees the client.
 */
function describeClient(request: IncomingMessage, trustedProxies: number): void {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const proto = request.headers['x-forwarded-proto'];
  for (const name of ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-real-ip', ...Object.values(SEED_HEADERS)])
    delete request.headers[name];
  request.headers['x-forwarded-for'] =
    (trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined) ?? request.socket.remoteAddress ?? 'unknown';
  request.headers['x-forwarded-proto'] = trustedProxies > 0 && proto === 'https' ? 'https' : 'http';
}

function answerUnavailable(response: ServerResponse): void {
  response.setHeader('retry-after', '1');
  answerProblem(response, refusal('service-away'));
}
