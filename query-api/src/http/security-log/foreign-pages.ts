/**
 * Calls and sockets of pages that are not the product's, and systems without their secret (FHIR), in the security log. A hostile
 * page can make many: a reason is one line a minute, with the address of the first.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'pg';
import { accessIdOf } from 'service-kit/accesses/access-outbox';
import type { Logger } from 'service-kit/process/logger';
import { recordSecurityEvent } from 'service-kit/security-log/record';

export type NoteForeignPage = (headers: IncomingHttpHeaders, reason: string) => void;

const WINDOW_MS = 60_000;

/** @param pool that may write. What is noted returns at once. */
export function createForeignPages(
  pool: Pool,
  logger: Logger,
  kind: 'PageRefused' | 'ClientRefused' = 'PageRefused',
): NoteForeignPage {
  const noted = new Map<string, number>();
  return (headers, reason) => {
    const window = Math.floor(Date.now() / WINDOW_MS);
    if (noted.get(reason) === window) return;
    noted.set(reason, window);
    recordSecurityEvent(pool, {
      kind,
      by: 'unknown',
      data: { reason, attempts: 1 },
      // As the gateway saw it.
      origin: {
        address:
          String(headers['x-forwarded-for'] ?? '')
            .split(',')
            .at(-1)
            ?.trim() || undefined,
      },
      sourceId: accessIdOf(kind, reason, window),
    }).catch((error: unknown) =>
      logger.error({ error }, 'a page or system that was refused is not in the security log'),
    );
  };
}
