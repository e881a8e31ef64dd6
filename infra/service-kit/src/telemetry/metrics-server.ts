/** The port of the metrics. It is apart from the product's port, so that no proxy in front shows it. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running } from '../process/lifecycle.ts';
import type { Logger } from '../process/logger.ts';
import type { Metrics } from './metrics.ts';

const RETRY_MS = 1_000;
/** Until then, another process may be leaving. */
const REPORTED_ATTEMPT = 30;

export interface MetricsServer extends Running {
  /** Resolves when it listens. */
  readonly port: Promise<number>;
}

/** Answers `GET /metrics`, and 404 for all else. */
export const answerMetrics =
  (metrics: Pick<Metrics, 'text' | 'contentType'>): RequestListener =>
  (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => {
        response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
      },
      () => response.writeHead(500).end(),
    );
  };

/**
 * Listens as soon as the port is free: while a process replaces another one, both are there. A port that stays taken
 * fails the metrics and not the product.
 * @param port 0 for any free one
 */
export function startMetricsServer(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { readonly host: string; readonly port: number },
  logger: Logger,
  retryMs = RETRY_MS,
): MetricsServer {
  let server: Server | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let attempts = 0;
  const listening = new Promise<number>((resolve) => {
    const tryToListen = (): void => {
      const attempt = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, answerMetrics(metrics));
      attempt.once('error', (error) => {
        attempts += 1;
        if (attempts === REPORTED_ATTEMPT) logger.warn({ error, port }, 'the port of the metrics is not free');
        if (!isStopped) timer = setTimeout(tryToListen, retryMs);
      });
      attempt.listen(port, host, () => {
        if (isStopped) return void attempt.close();
        server = attempt;
        resolve((attempt.address() as AddressInfo).port);
      });
    };
    tryToListen();
  });
  return {
    port: listening,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const open = server;
      if (!open) return;
      const closed = new Promise<void>((resolve) => void open.close(() => resolve()));
      open.closeAllConnections();
      await closed;
    },
  };
}
