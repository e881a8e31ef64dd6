/** The live side: rooms, notices, heartbeat, presence (docs/architecture.md, "Live protocol"). */
import type { Server as HttpServer } from 'node:http';
import { SESSION_ENDED_CHANNEL, SESSION_LOCKED_CHANNEL, type Sessions } from 'service-kit/security/sessions';
import { HEARTBEAT_MS } from 'language/contract/live';
import type { BrowserSessions } from 'service-kit/http/find-caller';
import type { Logger } from 'service-kit/process/logger';
import type { Pool } from 'pg';
import { CHANGE_CHANNEL, SWITCH_CHANNEL } from 'projections/schema/version';
import type { Rights } from '../http/rights.ts';
import { createAnnouncer } from './announcer.ts';
import type { LogIdentity } from '../log-identity.ts';
import type { NoteForeignPage } from '../http/security-log/foreign-pages.ts';
import { authenticateSockets, closeSockets } from './handshake.ts';
import { createHeartbeat } from './heartbeat.ts';
import { listen } from './listen.ts';
import { createLiveServer, type LiveSocket } from './live-server.ts';
import { createPersonNames } from './person-names.ts';
import { CHART_SEEN_CHANNEL } from './chart-seen.ts';
import { ChartSeenPayload } from './payloads.ts';
import { createPresence } from './presence/presence.ts';
import { PRESENCE_CHANNEL, createPresenceSync } from './presence/presence-sync.ts';
import { recheckAdmission, recheckRights, recheckSessions, recheckTransferred } from './recheck.ts';
import { handleRequests, emitPresence } from './requests.ts';
import { userRoom } from './rooms.ts';
import { nameOf, teamsOf } from './queries.ts';

export interface LiveOptions {
  readonly http: HttpServer;
  /** For the LISTEN connection. */
  readonly databaseUrl: string;
  readonly db: Pool;
  readonly rights: Rights;
  /** For every team. */
  readonly requiresSecondFactor: boolean;
  /** A pool that may write, to record how far people have looked. */
  readonly writes: Pool;
  readonly sessions: Sessions;
  /** Before the schema exists, there are no sessions and nothing to repair. */
  readonly isSchemaReady: () => Promise<boolean>;
  readonly browserSessions: BrowserSessions;
  readonly logIdentity: Pick<LogIdentity, 'current'>;
  readonly onForeignPage: NoteForeignPage;
  readonly logger: Logger;
  readonly heartbeatMs?: number;
  /** How often lapsed presence is removed. */
  readonly presenceSweepMs?: number;
  /** How often presence is sent to other instances again. */
  readonly presenceRepeatMs?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

export interface Live {
  /** True if the LISTEN connection is open. */
  readonly isListening: () => boolean;
  /** How many are connected to this process. */
  readonly sockets: () => number;
  /** Closes every connection and the HTTP server with them. */
  stop(): Promise<void>;
}

export function startLive(options: LiveOptions): Live {
  const { db, rights, requiresSecondFactor, writes, sessions, logger, now = () => performance.now() } = options;
  const io = createLiveServer(options.http, options.browserSessions.publicOrigin);
  const names = createPersonNames((userId) => nameOf(db, userId));
  const presence = createPresence(now);
  const emit = (admission: string): void => emitPresence({ io, presence }, admission);
  const presenceSync = createPresenceSync({ db, presence, names, emit, logger, everyMs: options.presenceRepeatMs });
  const onPresenceChanged = (admission: string): void => {
    emit(admission);
    presenceSync.publish(admission);
  };
  const announcer = createAnnouncer({
    io,
    names,
    teamsOf: (userId) => teamsOf(db, userId),
    recheckTeam: (teamId) => recheckRights({ io, presence, onPresenceChanged, db, requiresSecondFactor }, teamId),
    recheckAdmission: (admissionId) => recheckAdmission({ io, presence, onPresenceChanged, rights }, admissionId),
    logger,
  });
  const tellLog = (to: Pick<LiveSocket, 'emit'>): void => {
    const id = options.logIdentity.current();
    if (id !== undefined) to.emit('log', id);
  };
  const heartbeat = createHeartbeat({ io, db, tellLog });

  const { browserSessions: browser, onForeignPage } = options;
  authenticateSockets(io, { sessions, browser, onForeignPage, logger });
  io.on('connection', (socket) => {
    tellLog(socket);
    handleRequests({ io, db, rights, writes, names, presence, onPresenceChanged, logger, now }, socket);
    // A session may end or be locked during the handshake, before this socket can receive the notice.
    recheckSessions({ io, sessions }, [socket.data.sessionId]).catch((error: unknown) =>
      logger.warn({ error }, 'could not check a session again'),
    );
  });

  /** One at a time: a slow beat is not overtaken by the next. */
  let beating: Promise<void> = Promise.resolve();
  const repair = (): void => {
    beating = beating
      .then(async () => {
        if (!(await options.isSchemaReady())) return;
        await Promise.all([
          recheckSessions({ io, sessions }),
          recheckRights({ io, presence, onPresenceChanged, db, requiresSecondFactor }),
          recheckTransferred({ io, presence, onPresenceChanged, rights, db }),
        ]);
        await heartbeat.beat();
      })
      .catch((error: unknown) => logger.warn({ error }, 'heartbeat failed'));
  };

  const handlers: Readonly<Record<string, (payload: string) => void>> = {
    [CHANGE_CHANNEL]: announcer.receive,
    // Rebuilt rows may have other names. A lost notice is repaired by `onConnected`.
    [SWITCH_CHANNEL]: names.forgetAll,
    [SESSION_ENDED_CHANNEL]: (sessionId) => closeSockets(io, sessionId, 'signedOut'),
    [SESSION_LOCKED_CHANNEL]: (sessionId) => closeSockets(io, sessionId, 'locked'),
    [PRESENCE_CHANNEL]: presenceSync.receive,
    [CHART_SEEN_CHANNEL](payload) {
      const { userId, admission } = ChartSeenPayload.parse(JSON.parse(payload));
      io.to(userRoom(userId)).emit('seen', { admission });
    },
  };
  const listening = listen({
    databaseUrl: options.databaseUrl,
    channels: Object.keys(handlers),
    onNotice: (channel, payload) => {
      try {
        handlers[channel]?.(payload);
      } catch (error) {
        logger.warn({ error, channel }, 'could not read a notice');
      }
    },
    onConnected: () => {
      names.forgetAll();
      presenceSync.resync();
      repair();
    },
    logger,
  });
  const heart = setInterval(repair, options.heartbeatMs ?? HEARTBEAT_MS);
  const sweep = setInterval(() => {
    for (const admission of presence.removeLapsed()) onPresenceChanged(admission);
  }, options.presenceSweepMs ?? 1_000);

  return {
    isListening: listening.isConnected,
    sockets: () => io.of('/').sockets.size,
    async stop() {
      clearInterval(heart);
      clearInterval(sweep);
      await presenceSync.stop();
      await listening.stop();
      await io.close();
      await beating;
    },
  };
}
