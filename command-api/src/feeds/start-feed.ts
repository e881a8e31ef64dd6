/** The hospital's interface of this process: the mapping, the index of patients, the port, and what the screen shows of them. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createFeedSeal, noteListener, removeListener } from 'service-kit/feeds/feed-messages';
import type { EventLog } from 'service-kit/event-log/port';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Running } from 'service-kit/process/lifecycle';
import type { Logger } from 'service-kit/process/logger';
import { SettingsError } from 'service-kit/process/settings';
import type { Handle } from '../commands/intent.ts';
import { pause } from '../processes/followers/run-follower.ts';
import type { FeedSettings } from './feed-settings.ts';
import { createFeed, type Feed } from './hl7/feed.ts';
import { type Listener, startListener } from './hl7/listener.ts';
import { followMapping } from './hl7/mapping.ts';
import { arePatientsKnown, runKnownPatients } from './known-patients.ts';

const NOTE_MS = 10_000;
const KNOWN_MS = 500;

export interface RunningFeed extends Running {
  readonly feed: Feed;
  /** Undefined while the patients are not known yet, or another process has the port. */
  port(): number | undefined;
}

/** @throws SettingsError for a mapping that cannot be read */
export async function startFeed(
  parts: { log: EventLog; folds: FoldCaches; handle: Handle; pool: Pool; rootKey: Buffer; logger: Logger },
  settings: FeedSettings & { readonly TIME_ZONE: string },
): Promise<RunningFeed | undefined> {
  const { HL7_PORT, HL7_MAP, HL7_TLS_CERT, HL7_TLS_KEY, TIME_ZONE } = settings;
  if (HL7_PORT === undefined || HL7_MAP === undefined) return undefined;
  const { pool, logger } = parts;
  const seal = createFeedSeal(parts.rootKey);
  const mapping = await followMapping(HL7_MAP).catch((error: unknown) => {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  });
  const feed = createFeed({ ...parts, seal, mapping, timeZone: TIME_ZONE, defaultSet: settings.HL7_CHARSET });
  const stopping = new AbortController();
  const { signal } = stopping;
  const following = runKnownPatients({ ...parts, seal }, signal);
  const name = randomUUID();
  let listener: Listener | undefined;
  const port = (): number | undefined => listener?.port();

  const listen = async (): Promise<void> => {
    while (!signal.aborted && !(await arePatientsKnown(pool).catch(() => false))) await pause(KNOWN_MS, signal);
    if (signal.aborted) return;
    const tls =
      HL7_TLS_CERT === undefined || HL7_TLS_KEY === undefined
        ? undefined
        : { certFile: HL7_TLS_CERT, keyFile: HL7_TLS_KEY };
    const host = settings.HL7_HOST ?? '0.0.0.0';
    listener = await startListener(feed, { host, port: HL7_PORT, allow: settings.HL7_ALLOW, tls }, logger);
    while (!signal.aborted) {
      const bound = port();
      const row = {
        address: `${host}:${bound}`,
        isSecure: tls !== undefined,
        connections: listener.connections(),
        mistake: mapping.mistake() ?? '',
      };
      if (bound !== undefined)
        await noteListener(pool, name, row).catch((error: unknown) =>
          logger.warn({ error }, 'the port for HL7 is not shown'),
        );
      await pause(bound === undefined ? KNOWN_MS : NOTE_MS, signal);
    }
  };
  const listening = listen().catch((error: unknown) => logger.error({ error }, 'the port for HL7 cannot be opened'));

  return {
    feed,
    port,
    async stop() {
      stopping.abort();
      await listening;
      await listener?.stop();
      await following;
      await removeListener(pool, name).catch(() => undefined);
    },
  };
}
