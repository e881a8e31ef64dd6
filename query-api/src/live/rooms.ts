/** Rooms, and which of them get a change. Only the server adds a socket to a room. */
import type { Watch } from 'language/contract/live';
import { admissionStream } from 'language/domain/admission/events';
import { teamStream } from 'language/domain/team/events';

export interface Room {
  readonly name: string;
  /** The stream whose revision the watcher follows. */
  readonly stream: string;
}

/** Everyone who is signed in: for changes of the catalogue, which belongs to no team. */
export const allUsersRoom = 'everybody';
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const userRoom = (userId: string): string => `user:${userId}`;
export const teamRoom = (teamId: string): string => `team:${teamId}`;

export const roomOf = (what: Watch): Room =>
  'admission' in what
    ? { name: `admission:${what.admission}`, stream: admissionStream(what.admission) }
    : { name: teamRoom(what.team), stream: teamStream(what.team) };

/**
 * The rooms that get a change: the admission's, the team's, and those of the people and teams whom it touches. A person who
 * became a member by this change, or ceased to be one, is in no room of the team. A socket in several rooms gets it
 * once.
 */
export function roomsOfChange(change: {
  stream: string;
  touched: readonly string[];
  teamId?: string | undefined;
}): string[] {
  if (change.stream.startsWith('drug-') || change.stream === 'catalogue') return [allUsersRoom];
  const idsOf = (kind: string): string[] =>
    change.touched.filter((tag) => tag.startsWith(kind)).map((tag) => tag.slice(kind.length));
  // A transfer concerns two teams.
  const teams = new Set([...(change.teamId === undefined ? [] : [change.teamId]), ...idsOf('team:')]);
  const rooms = [...idsOf('user:').map(userRoom), ...[...teams].map(teamRoom)];
  if (change.stream.startsWith('admission-')) rooms.push(`admission:${change.stream.slice('admission-'.length)}`);
  return rooms;
}
