/** The live side: rooms, notices, heartbeat, presence (architecture, "Live protocol"). */
import type { Server as HttpServer } from 'node:http';
import { SESSION_ENDED_CHANNEL, type Sessions } from 'command-api/accounts/sessions';
import { HEARTBEAT_MS } from 'command-api/contract/live';
import type { Logger } from 'command-api/service/log';
import type { Pool } from 'pg';
import { CHANGE_CHANNEL } from 'projections/schema/version';
import { createAnnouncer } from './announce.ts';
import { admitSignedIn, signOut } from './handshake.ts';
import { createHeartbeat } from './heartbeat.ts';
import { listen } from './listen.ts';
import { createLiveServer } from './live-server.ts';
import { createNames } from './names.ts';
import { createPresence } from './presence.ts';
import { recheckRights, recheckSessions } from './recheck.ts';
import { answerRequests, showPresence } from './requests.ts';
import { nameOf } from './rows.ts';

export interface LiveOptions {
  readonly http: HttpServer;
  /** For LISTEN, which needs a connection of its own. */
  readonly databaseUrl: string;
  readonly db: Pool;
  readonly sessions: Sessions;
  /** Before they are, nobody can be signed in and there is nothing to repair. */
  readonly tablesAreThere: () => Promise<boolean>;
  readonly publicOrigin: string | undefined;
  readonly log: Logger;
  readonly heartbeatMs?: number;
  /** How often lapsed presence is looked for. */
  readonly presenceSweepMs?: number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

export interface Live {
  /** Whether changes are being heard. */
  readonly isListening: () => boolean;
  /** Closes every connection and the HTTP server with them. */
  stop(): Promise<void>;
}

export function startLive(options: LiveOptions): Live {
  const { db, sessions, log, now = () => performance.now() } = options;
  const io = createLiveServer(options.http, options.publicOrigin);
  const names = createNames((userId) => nameOf(db, userId));
  const presence = createPresence(now);
  const announcer = createAnnouncer({ io, names, recheckTeam: (teamId) => recheckRights({ io, presence, db }, teamId), log });
  const heartbeat = createHeartbeat({ io, db });

  admitSignedIn(io, sessions, log);
  io.on('connection', (socket) => {
    answerRequests({ io, db, names, presence, log, now }, socket);
    // A session that ended during the handshake has been announced before this socket could hear it.
    sessions.isLive(socket.data.sessionId).then(
      (live) => {
        if (!live) signOut(io, socket.data.sessionId);
      },
      (error: unknown) => log.warn({ error }, 'could not look at a session again'),
    );
  });

  /** One at a time: a beat that the database holds up is not overtaken by the next. */
  let beating: Promise<void> = Promise.resolve();
  const repair = (): void => {
    beating = beating
      .then(async () => {
        if (!(await options.tablesAreThere())) return;
        await Promise.all([recheckSessions({ io, sessions }), recheckRights({ io, presence, db })]);
        await heartbeat.beat();
      })
      .catch((error: unknown) => log.warn({ error }, 'heartbeat failed'));
  };

  const listening = listen({
    databaseUrl: options.databaseUrl,
    channels: [CHANGE_CHANNEL, SESSION_ENDED_CHANNEL],
    onNotice: (channel, payload) => (channel === SESSION_ENDED_CHANNEL ? signOut(io, payload) : announcer.hear(payload)),
    onConnected: () => {
      names.forgetAll();
      repair();
    },
    log,
  });
  const heart = setInterval(repair, options.heartbeatMs ?? HEARTBEAT_MS);
  const sweep = setInterval(() => {
    for (const admission of presence.lapse()) showPresence({ io, presence }, admission);
  }, options.presenceSweepMs ?? 1_000);

  return {
    isListening: listening.isConnected,
    async stop() {
      clearInterval(heart);
      clearInterval(sweep);
      await listening.stop();
      await io.close();
      await beating;
    },
  };
}
