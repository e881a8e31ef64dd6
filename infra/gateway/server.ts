/**
 * One origin for everything: reads under `/api` go to the query API, everything else under `/api` to the command API,
 * `/socket.io` to the query API, and the rest is the frontend. A service that is away is answered with 503 and a
 * sentence; nothing is retried here, because only the client knows which of its requests may be repeated.
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

/**
 * A client has this long for its headers, and for a whole request (thirty images of 10 MB on a hospital's line); a
 * service to begin its answer.
 */
const HEADERS_MS = 10_000;
const REQUEST_MS = 300_000;
const ANSWER_MS = 30_000;
/**
 * Then for its next byte: as long as its reader takes nothing there is none, and the service is the first to lose its
 * patience.
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
  log: Logger;
  answerMs?: number;
}): Promise<Gateway> {
  const { services, trustedProxies, log } = options;
  const agent = new Agent({ keepAlive: true });
  const proxy = createProxyServer({ agent, proxyTimeout: options.answerMs ?? ANSWER_MS });
  const frontend = serveFrontend(options.staticDir, await frontendHeaders(options.staticDir, options.imageSources));
  const upgraded = new Set<Duplex>();

  proxy.on('proxyRes', (answer) => void answer.setTimeout(SILENCE_MS));
  proxy.on('error', (error, _request, answer) => {
    log.warn({ error: error.message }, 'a service is away');
    if (answer === undefined || answer instanceof Socket) answer?.destroy();
    else if (answer.headersSent) answer.destroy();
    else answerAway(answer);
  });

  const pass = (request: IncomingMessage, response: ServerResponse, target: URL): void => {
    describeClient(request, trustedProxies);
    proxy.web(request, response, { target }).catch((error: Error) => {
      log.warn({ error: error.message }, 'a service is away');
      if (response.headersSent) response.destroy();
      else answerAway(response);
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
      // Answers on their way get a moment to end.
      const impatience = setTimeout(() => server.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(impatience);
      agent.destroy();
    },
  };
}

/**
 * The two that are no reads: a challenge is made and signed, and the specification's own form of an admin tool (§7).
 * Routers do not tell cases apart.
 */
const getsOfCommandApi = new Set(['/api/config/captcha', '/api/admissions/stopmedication']);

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * The client's address comes from its socket, and what it says of itself counts for nothing: rate limits go by this.
 * Where proxies of our own stand in front, each has appended the address that it saw, and the outermost of them saw the
 * client.
 */
function describeClient(request: IncomingMessage, trustedProxies: number): void {
  const told = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const proto = request.headers['x-forwarded-proto'];
  for (const name of ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-real-ip', ...Object.values(SEED_HEADERS)])
    delete request.headers[name];
  request.headers['x-forwarded-for'] =
    (trustedProxies > 0 ? told.at(-trustedProxies) : undefined) ?? request.socket.remoteAddress ?? 'unknown';
  request.headers['x-forwarded-proto'] = trustedProxies > 0 && proto === 'https' ? 'https' : 'http';
}

function answerAway(response: ServerResponse): void {
  response.setHeader('retry-after', '1');
  answerProblem(response, refusal('service-away'));
}
