/** The requests of a connected client: watch, unwatch, presence, seen and probe. */
import type { Presence, Seen, Watch, WatchAnswer } from 'language/contract/live';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import type { Logger } from 'service-kit/process/logger';
import type { Pool } from 'pg';
import type { Rights } from '../http/rights.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { markSeen, markShown } from './chart-seen.ts';
import type { LiveServer, LiveSocket, SocketData } from './live-server.ts';
import type { PersonNames } from './person-names.ts';
import { PresencePayload, SeenPayload, WatchPayload } from './payloads.ts';
import type { PresenceStore } from './presence/presence.ts';
import { roomOf } from './rooms.ts';
import { revisionsOf } from './queries.ts';

const MESSAGE_LIMIT = { max: 50, windowMs: 10_000 };
/** A screen watches one or two things. */
const MAX_ROOMS = 50;

export interface RequestDependencies {
  readonly io: LiveServer;
  readonly db: Pool;
  readonly rights: Rights;
  /** To record how far people have looked. */
  readonly writes: Pool;
  readonly names: PersonNames;
  readonly presence: PresenceStore;
  /** The people of this instance at the admission have changed. */
  readonly onPresenceChanged: (admission: string) => void;
  readonly logger: Logger;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

const refused = ({ message, reason }: Refusal): WatchAnswer => ({ ok: false, message, reason });

export function handleRequests(parts: RequestDependencies, socket: LiveSocket): void {
  const isAllowed = createRateLimiter({ ...MESSAGE_LIMIT, now: parts.now });
  socket.use((packet, next) => {
    if (isAllowed()) return next();
    const answer: unknown = packet.at(-1);
    if (typeof answer === 'function') answer(refused(refusal('too-many-messages')));
  });

  socket.on('watch', (what, answer) => {
    watch(parts, socket, what).then(
      (result) => reply(answer, result),
      (error: unknown) => {
        parts.logger.warn({ error }, 'could not answer a watch');
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
    if (!parsed.success) return reply(answer, { ok: false });
    parts.names.of(socket.data.userId).then(
      (name) => {
        // Asked after the look-up of the name, during which the socket may leave the room.
        const isPresent = socket.data.watched.has(roomOf(parsed.data).name);
        if (isPresent && parts.presence.touch(socket.id, { userId: socket.data.userId, name }, parsed.data))
          parts.onPresenceChanged(parsed.data.admission);
        reply(answer, { ok: isPresent });
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
        parts.logger.warn({ error }, 'could not record what was seen');
        reply(answer, { ok: false });
      },
    );
  });

  socket.on('probe', (answer) => reply(answer, { ok: true }));

  socket.on('disconnect', () => {
    for (const admission of parts.presence.leaveAll(socket.id)) parts.onPresenceChanged(admission);
  });
}

/** The team that decides who may watch, or why the user may not. */
async function teamToWatch(
  rights: Rights,
  what: Watch,
  { userId, isExempt }: SocketData,
): Promise<{ readonly teamId: string } | { readonly refusal: Refusal }> {
  const row =
    'admission' in what ? await rights.admission(what.admission, userId) : await rights.team(what.team, userId);
  if (row === undefined) return { refusal: refusal('not-found') };
  if (row.lacks_second_factor && !isExempt) return { refusal: refusal('second-factor-required') };
  return { teamId: row.team_id };
}

/** Checks rights before the room is joined and again after it: a right may end in between. */
async function watch(
  { db, rights, presence }: RequestDependencies,
  socket: LiveSocket,
  payload: unknown,
): Promise<WatchAnswer> {
  const parsed = WatchPayload.safeParse(payload);
  if (!parsed.success) return refused(refusal('watch-what'));
  const what = parsed.data;
  const room = roomOf(what);
  const allowed = await teamToWatch(rights, what, socket.data);
  if ('refusal' in allowed) return refused(allowed.refusal);
  if (!socket.connected) return refused(refusal('disconnected'));
  if (!socket.data.watched.has(room.name) && socket.data.watched.size >= MAX_ROOMS)
    return refused(refusal('too-many-rooms'));
  socket.data.watched.set(room.name, { ...room, what, teamId: allowed.teamId });
  await socket.join(room.name);
  // Read after joining: a change is in this revision, or its notice is still to come.
  const [still, revisions] = await Promise.all([
    teamToWatch(rights, what, socket.data),
    revisionsOf(db, [room.stream]),
  ]);
  const revision = revisions[room.stream];
  if ('refusal' in still || revision === undefined) {
    socket.data.watched.delete(room.name);
    await socket.leave(room.name);
    return refused('refusal' in still ? still.refusal : refusal('not-found'));
  }
  if ('admission' in what) {
    // Also an empty list: a client that reconnects may still show people from before.
    socket.emit('presence', { admission: what.admission, people: presence.people(what.admission) });
  }
  return { ok: true, stream: room.stream, revision };
}

/** Only a socket in the chart's room may record what was seen. */
async function seen({ writes }: RequestDependencies, socket: LiveSocket, what: Seen): Promise<boolean> {
  const watched = socket.data.watched.get(roomOf(what).name);
  if (!watched) return false;
  const { admission, revision, findings = [] } = what;
  await markSeen(writes, { userId: socket.data.userId, teamId: watched.teamId, admission, revision });
  await markShown(writes, admission, findings);
  return true;
}

/** Removes a socket from a room, and from the presence that is shown there. */
export function leaveRoom(
  parts: Pick<RequestDependencies, 'presence' | 'onPresenceChanged'>,
  socket: LiveSocket,
  name: string,
): void {
  const watched = socket.data.watched.get(name);
  if (!watched) return;
  socket.data.watched.delete(name);
  void socket.leave(name);
  if ('admission' in watched.what && parts.presence.leave(socket.id, watched.what.admission))
    parts.onPresenceChanged(watched.what.admission);
}

/** Sends the presence of an admission to its watchers. */
export function emitPresence({ io, presence }: Pick<RequestDependencies, 'io' | 'presence'>, admission: string): void {
  const message: Presence = { admission, people: presence.people(admission) };
  io.to(roomOf({ admission }).name).emit('presence', message);
}

/** A client may send no callback, although the types require one. */
function reply<Result>(answer: unknown, result: Result): void {
  if (typeof answer === 'function') answer(result);
}
