/** Rooms, and which of them hear of a change. Only the server puts a socket into one. */
import type { Watch } from 'command-api/contract/live';
import { admissionStream } from 'command-api/domain/admission/events';
import { teamStream } from 'command-api/domain/team/events';

export interface Room {
  readonly name: string;
  /** The stream whose revision the watcher goes by. */
  readonly stream: string;
}

/** Everybody who is signed in: changes to the catalogue, which belongs to no team. */
export const everybody = 'everybody';
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const userRoom = (userId: string): string => `user:${userId}`;
export const teamRoom = (teamId: string): string => `team:${teamId}`;

export const roomOf = (what: Watch): Room =>
  'admission' in what
    ? { name: `admission:${what.admission}`, stream: admissionStream(what.admission) }
    : { name: teamRoom(what.team), stream: teamStream(what.team) };

/**
 * Who is told of a change: an admission's own room, and its team's; and the people whom it touches, in all their
 * windows: somebody may be a member since this very change, or none any more, and so be in no room of the team. A
 * socket that is in several hears once.
 */
export function roomsThatHear(change: {
  stream: string;
  touched: readonly string[];
  teamId?: string | undefined;
}): string[] {
  if (change.stream.startsWith('drug-') || change.stream === 'catalogue') return [everybody];
  const rooms = change.touched
    .filter((tag) => tag.startsWith('user:'))
    .map((tag) => userRoom(tag.slice('user:'.length)));
  if (change.teamId !== undefined) rooms.push(teamRoom(change.teamId));
  if (change.stream.startsWith('admission-')) rooms.push(`admission:${change.stream.slice('admission-'.length)}`);
  return rooms;
}
