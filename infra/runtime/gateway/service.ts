/** The parts of a service that the gateway needs, over HTTP or in the same process. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readiness } from 'service-kit/http/health';

export interface Service {
  /** Answers the request, with 503 when the service is unavailable. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Takes over a live connection, or closes it. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** @throws when the service is unavailable */
  ready(): Promise<Readiness>;
}

export type Services = Readonly<Record<'command-api' | 'query-api' | 'projections', Service>>;
