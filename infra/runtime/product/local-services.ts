/**
 * Services of this process as the gateway sees them: a request is a function call. The limits are those of services
 * behind addresses of their own (`gateway/remote-services.ts`).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostedLiveService, HostedService } from 'service-kit/process/hosted-service';
import type { Running } from 'service-kit/process/lifecycle';
import type { Logger } from 'service-kit/process/logger';
import { refusal } from 'language/domain/reasons/refusal';
import { answerProblem, answerUnavailable } from '../gateway/answers.ts';
import { ANSWER_MS, SILENCE_MS, UPGRADE_MS } from '../gateway/remote-services.ts';
import type { Service, Services } from '../gateway/service.ts';

export interface LocalServices extends Running {
  readonly services: Services;
}

/** Bytes that the client's connection had carried when it last moved, and when that was. */
interface Progress {
  bytes: number;
  atMs: number;
}

export function localServices(
  hosted: {
    'command-api': Pick<HostedService, 'answer' | 'ready'>;
    'query-api': Pick<HostedLiveService, 'answer' | 'ready' | 'upgrade'>;
    projections: Pick<HostedService, 'ready'>;
  },
  logger: Logger,
  limits: { answerMs?: number; silenceMs?: number; lookMs?: number } = {},
): LocalServices {
  const { answerMs = ANSWER_MS, silenceMs = SILENCE_MS, lookMs = 1_000 } = limits;
  const underWay = new Map<ServerResponse, Progress>();

  /** One timer for all requests. A timer of each would be set again with each part of a body. */
  const looking = setInterval(() => {
    const now = performance.now();
    for (const [response, progress] of underWay) {
      const bytes = carriedBy(response.req);
      if (bytes !== progress.bytes) {
        progress.bytes = bytes;
        progress.atMs = now;
      } else if (now - progress.atMs > (response.headersSent ? silenceMs : answerMs)) {
        underWay.delete(response);
        logger.warn({ begun: response.headersSent }, 'an answer takes too long');
        if (response.headersSent) response.destroy();
        else answerUnavailable(response);
      }
    }
  }, lookMs).unref();

  const local = ({ answer, ready }: Pick<HostedService, 'answer' | 'ready'>): Service => ({
    answer(request, response) {
      underWay.set(response, { bytes: carriedBy(request), atMs: performance.now() });
      response.once('close', () => underWay.delete(response));
      answer(request, response);
    },
    upgrade: (_request, socket) => void socket.destroy(),
    ready,
  });
  const { upgrade } = hosted['query-api'];
  return {
    services: {
      'command-api': local(hosted['command-api']),
      'query-api': {
        ...local(hosted['query-api']),
        upgrade(request, socket, head) {
          const before = socket.bytesWritten;
          const timer = setTimeout(() => {
            if (socket.bytesWritten === before) socket.destroy();
          }, UPGRADE_MS).unref();
          socket.once('close', () => clearTimeout(timer));
          // A client that goes away during the handshake must not end the process.
          socket.on('error', () => socket.destroy());
          upgrade(request, socket, head);
        },
      },
      // It answers no request of a browser.
      projections: local({
        answer: (_request, response) => answerProblem(response, refusal('not-found')),
        ready: hosted.projections.ready,
      }),
    },
    async stop() {
      clearInterval(looking);
    },
  };
}

const carriedBy = ({ socket }: IncomingMessage): number => socket.bytesRead + socket.bytesWritten;
