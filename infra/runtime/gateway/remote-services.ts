/** Services behind addresses of their own: each request is sent on over HTTP. */
import { randomUUID } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { Socket } from 'node:net';
import { STALLED_READER_MS } from 'language/contract/reports';
import { createProxyServer } from 'httpxy';
import type { Logger } from 'service-kit/process/logger';
import * as z from 'zod';
import { answerUnavailable } from './answers.ts';
import { Targets } from './affinity.ts';
import { PatientAgent } from './patient-agent.ts';
import type { Service, Services } from './service.ts';

/** The longest time until a service begins its answer. */
export const ANSWER_MS = 30_000;
/**
 * The longest time between two parts of an answer. A slow reader stalls the answer, and the service must be the first
 * to end it.
 */
export const SILENCE_MS = STALLED_READER_MS + 15_000;
export const UPGRADE_MS = 10_000;
/** How long a request waits for a service that refuses connections, because it is starting again. */
const HOLD_MS = 5_000;

const READY_MS = 3_000;

const readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), z.looseObject({ ok: z.boolean() })) });

export type Addresses = Readonly<{ 'command-api': readonly URL[]; 'query-api': URL; projections: URL }>;

export interface RemoteServices {
  readonly services: Services;
  /** Requests go to these from now on. Resolves when none is on its way to an address of before. */
  use(addresses: Addresses): Promise<void>;
  /** Closes the connections to the services. */
  close(): void;
}

export function remoteServices(
  addresses: Addresses,
  logger: Logger,
  limits: { answerMs?: number; holdMs?: number } = {},
): RemoteServices {
  let urls = addresses;
  const commandApis = new Targets(urls['command-api']);
  const agent = new PatientAgent({
    keepAlive: true,
    holdMs: limits.holdMs ?? HOLD_MS,
    instead: (host, port) => commandApis.insteadOf(host, port),
  });
  const proxy = createProxyServer({ agent, proxyTimeout: limits.answerMs ?? ANSWER_MS });
  proxy.on('proxyRes', (answer, _request, response) => {
    answer.setTimeout(SILENCE_MS);
    // The server's wish to close the connection comes before the service's to keep its own.
    if (response.hasHeader('connection')) answer.headers.connection = String(response.getHeader('connection'));
  });
  // The head is sent as soon as there is a connection: a body may be slow, and a service that is replaced closes
  // connections on which no request has begun.
  proxy.on('proxyReq', (sent) => sent.flushHeaders());
  const failed = (error: Error, answer: unknown): void => {
    const requestId = randomUUID();
    logger.warn({ requestId, error: error.message }, 'a service is unavailable');
    if (answer instanceof Socket) answer.destroy();
    else if (answer instanceof ServerResponse) {
      if (answer.headersSent) answer.destroy();
      else {
        answer.setHeader('x-request-id', requestId);
        answerUnavailable(answer);
      }
    }
  };
  proxy.on('error', (error, _request, answer) => failed(error, answer));

  const remote = (targetOf: (path: string) => URL): Service => ({
    answer(request, response) {
      const target = targetOf(request.url ?? '/');
      proxy.web(request, response, { target }).catch((error: Error) => failed(error, response));
    },
    upgrade(request, socket, head) {
      const target = targetOf(request.url ?? '/');
      proxy.ws(request, socket, { target, upgradeTimeout: UPGRADE_MS }, head).catch(() => socket.destroy());
    },
    async ready() {
      const response = await fetch(new URL('/api/ready', targetOf('/')), { signal: AbortSignal.timeout(READY_MS) });
      return readiness.parse(await response.json());
    },
  });
  return {
    services: {
      'command-api': remote((path) => commandApis.for(path)),
      'query-api': remote(() => urls['query-api']),
      projections: remote(() => urls.projections),
    },
    async use(next) {
      urls = next;
      commandApis.use(next['command-api']);
      // A request that has its address asks for its connection in the same turn.
      await turn();
      await agent.attemptsEnded();
    },
    close() {
      commandApis.close();
      agent.destroy();
    },
  };
}
