/**
 * Every 20 s each socket gets the current revisions of what it watches, which repairs lost notices. The watcher of a
 * team gets its recently changed streams and people, the watcher of an admission that stream, and everyone the recently
 * changed catalogue. A socket that watches nothing gets an empty list, because its client may expect to watch
 * something: a client enters each room again that is not in the list, and reads a team again then.
 */
import { userStream } from 'language/domain/user/events';
import type { Pool } from 'pg';
import { type LiveServer, type LiveSocket, localSockets } from './live-server.ts';
import { newestChangeId, otherChangesSince, revisionsOf, teamChangesSince } from './queries.ts';

/** Change rows become visible in the order of commits, not of ids. Looking back over several beats misses none. */
const BEATS_LOOKED_BACK = 3;

export interface Heartbeat {
  beat(): Promise<void>;
}

export function createHeartbeat({
  io,
  db,
  tellLog,
}: {
  io: LiveServer;
  db: Pool;
  /** Before the revisions, which are of this log. */
  tellLog: (socket: LiveSocket) => void;
}): Heartbeat {
  /** The newest change ids at the last successful beats, oldest first. */
  const horizons: bigint[] = [];
  return {
    async beat() {
      const sockets = localSockets(io);
      // The older horizons stay while there is no socket: the next socket's beat looks back to them.
      if (sockets.length === 0 && horizons.length > 0) return;
      const newest = await newestChangeId(db);
      const since = horizons[0] ?? newest;
      // The changes of a team before the first beat are unknown: an empty list makes its watchers read again.
      const watchedBy = ({ data }: LiveSocket) => (horizons.length === 0 ? [] : [...data.watched.values()]);
      const watched = sockets.flatMap(watchedBy);
      const teams = [...new Set(watched.flatMap(({ what }) => ('team' in what ? [what.team] : [])))];
      const [revisions, changes, others] = await Promise.all([
        revisionsOf(db, [...new Set(watched.map(({ stream }) => stream))]),
        teamChangesSince(db, teams, since),
        otherChangesSince(db, since),
      ]);
      for (const socket of sockets) {
        const current: Record<string, number> = {};
        const ofTeams = new Set<string>();
        for (const { what, stream } of watchedBy(socket)) {
          if ('team' in what) {
            ofTeams.add(what.team);
            for (const change of changes) if (change.teamId === what.team) current[change.stream] = change.revision;
          }
          const revision = revisions[stream];
          if (revision !== undefined) current[stream] = revision;
        }
        for (const { stream, revision, teams: ofPerson } of others) {
          const isConcerned =
            !stream.startsWith('user-') ||
            stream === userStream(socket.data.userId) ||
            ofPerson.some((team) => ofTeams.has(team));
          if (isConcerned) current[stream] = revision;
        }
        tellLog(socket);
        socket.emit('revisions', current);
      }
      horizons.push(newest);
      if (horizons.length > BEATS_LOOKED_BACK) horizons.shift();
    },
  };
}
