/**
 * A running service without a server of its own: a listener of its own or another server of the same process takes the
 * requests. Which services share a process is a setting (docs/decisions/installation/process-layout.md).
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Readiness } from '../http/health.ts';
import type { Watched } from '../telemetry/metrics.ts';
import type { Running } from './lifecycle.ts';

export interface HostedService extends Running, Watched {
  /** Answers a request, as the listener of an HTTP server. */
  readonly answer: RequestListener;
  /** The answer of `GET /api/ready`. */
  readonly ready: () => Promise<Readiness>;
}

/** A service with live connections. */
export interface HostedLiveService extends HostedService {
  /** Takes over an upgraded connection, as the listener `upgrade` of an HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}
