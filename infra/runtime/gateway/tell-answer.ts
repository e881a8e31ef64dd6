/** Tells metrics and traces of a request at the gateway. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { commandReceived, gatewayAnswered, stopwatch } from 'service-kit/telemetry/signals';
import { randomSpanId, traceIdOf, traceparentOf } from 'service-kit/telemetry/trace-ids';

/** The parts of the product that answer, by the first folders of the path. */
const PARTS = ['/api/health', '/api/ready', '/api', '/socket.io', '/metrics'] as const;

const partOf = (path: string): string =>
  PARTS.find((part) => path === part || path.startsWith(`${part}/`)) ?? 'frontend';

/** Tells when the answer has ended. */
export function tellAnswer(request: IncomingMessage, response: ServerResponse, path: string): void {
  if (!gatewayAnswered.isHeard) return;
  const elapsed = stopwatch();
  response.once('close', () =>
    gatewayAnswered.send(() => ({
      ...elapsed(),
      service: 'gateway',
      method: request.method ?? 'GET',
      route: partOf(path),
      status: response.writableFinished ? response.statusCode : 0,
      traceparent: textOf(request.headers['traceparent']),
      traceresponse: textOf(response.getHeader('traceresponse')),
    })),
  );
}

/** Gives the request ids for the service: the command's own trace is not known yet, and the service names it. */
export function traceRequest(request: IncomingMessage): void {
  if (!isTracing()) return;
  request.headers['traceparent'] = traceparentOf({ traceId: traceIdOf(randomUUID()), spanId: randomSpanId() });
}

/** Only traces hear of commands by this signal. */
const isTracing = (): boolean => commandReceived.isHeard;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
