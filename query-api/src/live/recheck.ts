/**
 * Checks rights and sessions of connected sockets again: after a change of a team, at each heartbeat, and when notices
 * may have been lost.
 */
import type { Sessions } from 'service-kit/security/sessions';
import type { Pool } from 'pg';
import { closeSockets } from './handshake.ts';
import { localSockets } from './live-server.ts';
import { leaveRoom, type RequestDependencies } from './requests.ts';
import { type Membership, membershipKey, findValidMemberships, teamsOfAll } from './queries.ts';
import { roomOf } from './rooms.ts';

/**
 * Removes sockets from the rooms of teams that their user may no longer read.
 * @param only one team; by default every team
 */
export async function recheckRights(
  parts: Pick<RequestDependencies, 'io' | 'presence' | 'onPresenceChanged'> & {
    db: Pool;
    requiresSecondFactor: boolean;
  },
  only?: string,
): Promise<void> {
  const asked = new Map<string, Membership>();
  for (const { data } of localSockets(parts.io)) {
    for (const { teamId } of data.watched.values()) {
      const membership = { userId: data.userId, teamId, isExempt: data.isExempt };
      if (only === undefined || only === teamId) asked.set(membershipKey(membership), membership);
    }
  }
  if (asked.size === 0) return;
  const held = await findValidMemberships(parts.db, [...asked.values()], parts.requiresSecondFactor);
  for (const socket of localSockets(parts.io)) {
    for (const { name, teamId } of socket.data.watched.values()) {
      const key = membershipKey({ userId: socket.data.userId, teamId, isExempt: socket.data.isExempt });
      if (asked.has(key) && !held.has(key)) leaveRoom(parts, socket, name);
    }
  }
}

type RoomParts = Pick<RequestDependencies, 'io' | 'presence' | 'onPresenceChanged' | 'rights'>;

/** Removes sockets from the room of an admission that their user may no longer read: it was transferred. */
export async function recheckAdmission(parts: RoomParts, admissionId: string): Promise<void> {
  const { name } = roomOf({ admission: admissionId });
  await Promise.all(
    localSockets(parts.io).map(async (socket) => {
      const watched = socket.data.watched.get(name);
      if (!watched) return;
      const row = await parts.rights.admission(admissionId, socket.data.userId);
      if (row && (!row.lacks_second_factor || socket.data.isExempt))
        socket.data.watched.set(name, { ...watched, teamId: row.team_id });
      else leaveRoom(parts, socket, name);
    }),
  );
}

/** As `recheckAdmission`, for the admissions whose team has changed: the notice of a transfer may have been lost. */
export async function recheckTransferred(parts: RoomParts & { db: Pool }): Promise<void> {
  const watched = localSockets(parts.io).flatMap(({ data }) =>
    [...data.watched.values()].flatMap(({ what, teamId }) =>
      'admission' in what ? [{ admission: what.admission, teamId }] : [],
    ),
  );
  if (watched.length === 0) return;
  const teams = await teamsOfAll(parts.db, [...new Set(watched.map(({ admission }) => admission))]);
  const moved = watched.filter(({ admission, teamId }) => (teams.get(admission) ?? teamId) !== teamId);
  for (const admission of new Set(moved.map((one) => one.admission))) await recheckAdmission(parts, admission);
}

/** Closes the sockets of sessions that have ended, expired or been locked. @param asked by default all that are here */
export async function recheckSessions(
  { io, sessions }: Pick<RequestDependencies, 'io'> & { sessions: Sessions },
  asked: readonly string[] = [...new Set(localSockets(io).map(({ data }) => data.sessionId))],
): Promise<void> {
  if (asked.length === 0) return;
  const live = await sessions.findLive(asked);
  for (const sessionId of asked) {
    const found = live.get(sessionId);
    if (!found) closeSockets(io, sessionId, 'signedOut');
    else if (found.isLocked) closeSockets(io, sessionId, 'locked');
  }
}
