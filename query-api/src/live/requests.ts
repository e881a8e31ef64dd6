/** What a connected client may ask: watch, unwatch, and say what it is looking at. */
import type { Presence, Seen, Watch, WatchAnswer } from 'command-api/contract/live';
import { type Refusal, refusal } from 'command-api/domain/reasons/refusal';
import type { Logger } from 'service-kit/process/logger';
import type { Pool } from 'pg';
import type { Rights } from '../http/rights.ts';
import { createAllowance } from './rate-limiter.ts';
import { markSeen } from './chart-seen.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';
import type { Names } from './person-names.ts';
import { PresencePayload, SeenPayload, WatchPayload } from './payloads.ts';
import type { PresenceBook } from './presence/presence.ts';
import { roomOf } from './rooms.ts';
import { revisionsOf } from './queries.ts';

const MOST_MESSAGES = { most: 50, windowMs: 10_000 };
/** A screen watches one or two things. */
const MOST_ROOMS = 50;

export interface RequestParts {
  readonly io: LiveServer;
  readonly db: Pool;
  readonly rights: Rights;
  /** For what people do here that is written down: how far they have looked. */
  readonly writes: Pool;
  readonly names: Names;
  readonly presence: PresenceBook;
  /** Who is connected here and at this admission has changed. */
  readonly presenceChanged: (admission: string) => void;
  readonly log: Logger;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
}

const refused = ({ message, reason }: Refusal): WatchAnswer => ({ ok: false, message, reason });

export function answerRequests(parts: RequestParts, socket: LiveSocket): void {
  const allowed = createAllowance({ ...MOST_MESSAGES, now: parts.now });
  socket.use((packet, next) => {
    if (allowed()) return next();
    const answer: unknown = packet.at(-1);
    if (typeof answer === 'function') answer(refused(refusal('too-many-messages')));
  });

  socket.on('watch', (what, answer) => {
    watch(parts, socket, what).then(
      (result) => reply(answer, result),
      (error: unknown) => {
        parts.log.warn({ error }, 'could not answer a watch');
        reply(answer, refused(refusal('live-unavailable')));
      },
    );
  });

  socket.on('unwatch', (what, answer) => {
    const parsed = WatchPayload.safeParse(what);
    if (parsed.success) leaveRoom(parts, socket, roomOf(parsed.data).name);
    reply(answer, { ok: true });
  });

  socket.on('presence:touch', (touch, answer) => {
    const parsed = PresencePayload.safeParse(touch);
    if (!parsed.success || !socket.data.watched.has(roomOf(parsed.data).name)) return reply(answer, { ok: false });
    parts.names.of(socket.data.userId).then(
      (name) => {
        // The room may have been left while the name was looked up.
        const present = socket.data.watched.has(roomOf(parsed.data).name);
        if (present && parts.presence.touch(socket.id, { userId: socket.data.userId, name }, parsed.data))
          parts.presenceChanged(parsed.data.admission);
        reply(answer, { ok: present });
      },
      () => reply(answer, { ok: false }),
    );
  });

  socket.on('seen', (what, answer) => {
    const parsed = SeenPayload.safeParse(what);
    if (!parsed.success) return reply(answer, { ok: false });
    seen(parts, socket, parsed.data).then(
      (ok) => reply(answer, { ok }),
      (error: unknown) => {
        parts.log.warn({ error }, 'could not write down what was looked at');
        reply(answer, { ok: false });
      },
    );
  });

  socket.on('disconnect', () => {
    for (const admission of parts.presence.leaveAll(socket.id)) parts.presenceChanged(admission);
  });
}

/** The team whose rights govern what is watched, or undefined where the user may not read it (or it is not there). */
const teamToWatch = async (rights: Rights, what: Watch, userId: string): Promise<string | undefined> =>
  ('admission' in what ? await rights.admission(what.admission, userId) : await rights.team(what.team, userId))
    ?.team_id;

/**
 * Rights are asked before the room is joined and again after it: a right that ended in between would otherwise be
 * missed.
 */
async function watch(
  { db, rights, presence }: RequestParts,
  socket: LiveSocket,
  payload: unknown,
): Promise<WatchAnswer> {
  const parsed = WatchPayload.safeParse(payload);
  if (!parsed.success) return refused(refusal('watch-what'));
  const what = parsed.data;
  const room = roomOf(what);
  const teamId = await teamToWatch(rights, what, socket.data.userId);
  if (teamId === undefined) return refused(refusal('not-found'));
  if (!socket.connected) return refused(refusal('disconnected'));
  if (!socket.data.watched.has(room.name) && socket.data.watched.size >= MOST_ROOMS)
    return refused(refusal('too-many-rooms'));
  socket.data.watched.set(room.name, { ...room, what, teamId });
  await socket.join(room.name);
  // Read after joining: a change is either in this revision or still to be heard.
  const [still, revisions] = await Promise.all([
    teamToWatch(rights, what, socket.data.userId),
    revisionsOf(db, [room.stream]),
  ]);
  const revision = revisions[room.stream];
  if (still === undefined || revision === undefined) {
    socket.data.watched.delete(room.name);
    await socket.leave(room.name);
    return refused(refusal('not-found'));
  }
  if ('admission' in what) {
    // Also when nobody is there: whoever comes back may still hold those who were there when the connection was lost.
    socket.emit('presence', { admission: what.admission, people: presence.people(what.admission) });
  }
  return { ok: true, stream: room.stream, revision };
}

/**
 * The right to have looked at a chart is the right to watch it: whoever is put out of the room has not seen what came
 * after.
 */
async function seen({ writes }: RequestParts, socket: LiveSocket, what: Seen): Promise<boolean> {
  const watched = socket.data.watched.get(roomOf(what).name);
  if (!watched) return false;
  await markSeen(writes, { userId: socket.data.userId, teamId: watched.teamId, ...what });
  return true;
}

/** Puts a socket out of a room, and out of what others see there. */
export function leaveRoom(
  parts: Pick<RequestParts, 'presence' | 'presenceChanged'>,
  socket: LiveSocket,
  name: string,
): void {
  const watched = socket.data.watched.get(name);
  if (!watched) return;
  socket.data.watched.delete(name);
  void socket.leave(name);
  if ('admission' in watched.what && parts.presence.leave(socket.id, watched.what.admission))
    parts.presenceChanged(watched.what.admission);
}

/** Tells an admission's watchers who is there. */
export function showPresence({ io, presence }: Pick<RequestParts, 'io' | 'presence'>, admission: string): void {
  const shown: Presence = { admission, people: presence.people(admission) };
  io.to(roomOf({ admission }).name).emit('presence', shown);
}

/** A client may have sent no callback, whatever the types say. */
function reply<Result>(answer: unknown, result: Result): void {
  if (typeof answer === 'function') answer(result);
}
