/**
 * Every 20 s each socket is told the current revision of what it watches: whatever was lost on the way is repaired then.
 * A team's watcher is told of its streams that changed lately; an admission's watcher of that stream, changed or not.
 */
import type { Pool } from 'pg';
import { type LiveServer, localSockets } from './live-server.ts';
import { newestChangeId, revisionsOf, teamChangesSince } from './rows.ts';

/** Change rows become visible in order of commit, not of id: looking back over several beats misses none. */
const BEATS_LOOKED_BACK = 3;

export interface Heartbeat {
  beat(): Promise<void>;
}

export function createHeartbeat({ io, db }: { io: LiveServer; db: Pool }): Heartbeat {
  /** Newest change ids at the last beats that went through, oldest first. */
  const horizons: bigint[] = [];
  return {
    async beat() {
      const newest = await newestChangeId(db);
      const sockets = localSockets(io).filter(({ data }) => data.watched.size > 0);
      const watched = sockets.flatMap(({ data }) => [...data.watched.values()]);
      const teams = [...new Set(watched.flatMap(({ what }) => ('team' in what ? [what.team] : [])))];
      const [revisions, changes] = await Promise.all([
        revisionsOf(db, [...new Set(watched.map(({ stream }) => stream))]),
        teamChangesSince(db, teams, horizons[0] ?? newest),
      ]);
      for (const socket of sockets) {
        const current: Record<string, number> = {};
        for (const { what, stream } of socket.data.watched.values()) {
          if ('team' in what) for (const change of changes) if (change.teamId === what.team) current[change.stream] = change.revision;
          const revision = revisions[stream];
          if (revision !== undefined) current[stream] = revision;
        }
        socket.emit('revisions', current);
      }
      horizons.push(newest);
      if (horizons.length > BEATS_LOOKED_BACK) horizons.shift();
    },
  };
}
