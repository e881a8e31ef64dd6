/** The live side: rooms, notices, heartbeat, presence (architecture, "Live protocol"). */
import type { Server as HttpServer } from 'node:http';
import { SESSION_ENDED_CHANNEL, type Sessions } from 'service-kit/security/sessions';
import { HEARTBEAT_MS } from 'command-api/contract/live';
import type { Logger } from 'service-kit/process/logger';
import type { Pool } from 'pg';
import { CHANGE_CHANNEL } from 'projections/schema/version';
import type { Rights } from '../http/rights.ts';
import { createAnnouncer } from './announcer.ts';
import { admitSignedIn, signOut } from './handshake.ts';
import { createHeartbeat } from './heartbeat.ts';
import { listen } from './listen.ts';
import { createLiveServer } from './live-server.ts';
import { createNames } from './person-names.ts';
import { LOOKED_CHANNEL } from './chart-seen.ts';
import { LookedPayload } from './payloads.ts';
import { createPresence } from './presence/presence.ts';
import { PRESENCE_CHANNEL, tellPresenceElsewhere } from './presence/presence-sync.ts';
import { recheckRights, recheckSessions } from './recheck.ts';
import { answerRequests, showPresence } from './requests.ts';
import { userRoom } from './rooms.ts';
import { nameOf, teamsOf } from './queries.ts';

export interface LiveOptions {
  readonly http: HttpServer;
  /** For LISTEN, which needs a connection of its own. */
  readonly databaseUrl: string;
  readonly db: Pool;
  readonly rights: Rights;
  /** Not read-only: how far people have looked is written down. */
  readonly writes: Pool;
  readonly sessions: Sessions;
  /** Before they are, nobody can be signed in and there is nothing to repair. */
  readonly tablesAreThere: () => Promise<boolean>;
  readonly publicOrigin: string | undefined;
  readonly log: Logger;
  readonly heartbeatMs?: number;
  /** How often lapsed presence is looked for. */
  readonly presenceSweepMs?: number;
  /** How often other instances are told again who is connected to this one. */
  readonly presenceRepeatMs?: number;
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
  const { db, rights, writes, sessions, log, now = () => performance.now() } = options;
  const io = createLiveServer(options.http, options.publicOrigin);
  const names = createNames((userId) => nameOf(db, userId));
  const presence = createPresence(now);
  const show = (admission: string): void => showPresence({ io, presence }, admission);
  const elsewhere = tellPresenceElsewhere({ db, presence, names, show, log, everyMs: options.presenceRepeatMs });
  const presenceChanged = (admission: string): void => {
    show(admission);
    elsewhere.tell(admission);
  };
  const announcer = createAnnouncer({
    io,
    names,
    teamsOf: (userId) => teamsOf(db, userId),
    recheckTeam: (teamId) => recheckRights({ io, presence, presenceChanged, db }, teamId),
    log,
  });
  const heartbeat = createHeartbeat({ io, db });

  admitSignedIn(io, sessions, log);
  io.on('connection', (socket) => {
    answerRequests({ io, db, rights, writes, names, presence, presenceChanged, log, now }, socket);
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
        await Promise.all([recheckSessions({ io, sessions }), recheckRights({ io, presence, presenceChanged, db })]);
        await heartbeat.beat();
      })
      .catch((error: unknown) => log.warn({ error }, 'heartbeat failed'));
  };

  const heard: Readonly<Record<string, (payload: string) => void>> = {
    [CHANGE_CHANNEL]: announcer.hear,
    [SESSION_ENDED_CHANNEL]: (sessionId) => signOut(io, sessionId),
    [PRESENCE_CHANNEL]: elsewhere.hear,
    [LOOKED_CHANNEL](payload) {
      const { userId, admission } = LookedPayload.parse(JSON.parse(payload));
      io.to(userRoom(userId)).emit('seen', { admission });
    },
  };
  const listening = listen({
    databaseUrl: options.databaseUrl,
    channels: Object.keys(heard),
    onNotice: (channel, payload) => {
      try {
        heard[channel]?.(payload);
      } catch (error) {
        log.warn({ error, channel }, 'could not read a notice');
      }
    },
    onConnected: () => {
      names.forgetAll();
      elsewhere.introduce();
      repair();
    },
    log,
  });
  const heart = setInterval(repair, options.heartbeatMs ?? HEARTBEAT_MS);
  const sweep = setInterval(() => {
    for (const admission of presence.lapse()) presenceChanged(admission);
  }, options.presenceSweepMs ?? 1_000);

  return {
    isListening: listening.isConnected,
    async stop() {
      clearInterval(heart);
      clearInterval(sweep);
      await elsewhere.stop();
      await listening.stop();
      await io.close();
      await beating;
    },
  };
}
