/** The service's HTTP server, with its only two addresses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { renderProblem } from 'language/contract/problems';
import { refusal } from 'language/domain/reasons/refusal';
import type { Readiness } from './readiness.ts';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** `GET /api/health` says that the process is alive; `GET /api/ready` gives the readiness, with 503 if not ready. */
export async function startHealth(options: {
  host: string;
  port: number;
  readiness: () => Promise<Readiness>;
}): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body));
    };
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET' || (path !== '/api/health' && path !== '/api/ready'))
      return answer(404, renderProblem(refusal('not-found')));
    if (path === '/api/health') return answer(200, { status: 'ok' });
    options.readiness().then(
      (readiness) => answer(readiness.ready ? 200 : 503, readiness),
      () => answer(503, { ready: false, checks: {} }),
    );
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
