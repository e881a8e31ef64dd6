/** The one live connection of this tab: follows the session, and turns what it hears into reads that are asked again. */
import { useSelector } from '@xstate/react';
import type { ClientToServer, Presence, PresenceTouch, ServerToClient } from 'command-api/contract/live';
import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import { createActor } from 'xstate';
import { TOKEN_FAILED } from './api.ts';
import { linkLogic, liveMachine, roomKey, type OpenLink, type Room } from './live.machine.ts';
import { queryClient } from './queries.ts';
import { boardsOf, keys, keysOfStream, keysTouchedBy, whatTeamsShow, type Key } from './query-keys.ts';
import { readAfter } from './read-after.ts';
import { session, signedInUser } from './session.ts';

/** A burst of notes (a colleague saving ten entries) is one round of reads. Within what a person sees as at once. */
const COALESCE_MS = 60;
/** Moving between two screens of one team does not leave its room. */
const GRACE_MS = 3_000;

const old = new Map<string, Key>();
let flush: ReturnType<typeof setTimeout> | undefined;
function readAgain(found: Key[]): void {
  for (const key of found) old.set(JSON.stringify(key), key);
  flush ??= setTimeout(() => {
    flush = undefined;
    const round = [...old.values()];
    old.clear();
    for (const queryKey of round) void queryClient.invalidateQueries({ queryKey });
  }, COALESCE_MS);
}

/** Socket.IO is loaded when somebody signs in, so the landing page does not carry it. */
const openSocket: OpenLink = (token, tell) => {
  let socket: Socket<ServerToClient, ClientToServer> | undefined;
  let closed = false;
  const load = async (): Promise<void> => {
    const { io } = await import('socket.io-client');
    if (closed) return;
    socket = io({ auth: { token }, transports: ['websocket', 'polling'], reconnectionDelay: 500, reconnectionDelayMax: 5_000 });
    socket.on('connect', () => tell({ type: 'up' }));
    socket.on('disconnect', () => {
      tell({ type: 'down' });
      // A disconnect by the server is not retried by the library; whether we may come back is for the handshake to say.
      if (socket && !socket.active) socket.connect();
    });
    socket.on('connect_error', (error) => error.message === TOKEN_FAILED && tell({ type: 'refused' }));
    socket.on('changed', (note) => tell({ type: 'note', note }));
    socket.on('revisions', (current) => tell({ type: 'revisions', current }));
    socket.on('presence', (presence) => tell({ type: 'presence', presence }));
    socket.on('seen', ({ admission }) => tell({ type: 'looked', admission }));
    socket.on('signedOut', () => tell({ type: 'refused' }));
  };
  load().catch(() => tell({ type: 'down' }));
  return {
    watch: (what, answer) => void socket?.emit('watch', what, answer),
    unwatch: (what) => void socket?.emit('unwatch', what, () => undefined),
    touch: (presence) => void socket?.volatile.emit('presence:touch', presence, () => undefined),
    seen: (what, answer) => void socket?.emit('seen', what, ({ ok }) => answer(ok)),
    close: () => {
      closed = true;
      socket?.off();
      socket?.disconnect();
    },
  };
};

export const live = createActor(
  liveMachine.provide({
    actors: { link: linkLogic(openSocket) },
    actions: {
      apply: (_, { note }) => readAgain(keysTouchedBy(note)),
      moved: (_, { stream }) => readAgain(keysOfStream(stream)),
      // What was read of the team before its room was entered may have moved in between; one more read settles it.
      teamEntered: (_, { team }) => readAgain([keys.team(team), keys.patientsOf(team), ['patient'], ['admissions'], ...boardsOf(team), ...whatTeamsShow]),
      shutOut: (_, { room }) => readAgain(keysOfStream(roomKey(room))),
      reached: (_, { stream, revision }) => readAfter.reached(stream, revision),
      endSession: () => session.send({ type: 'tokenFailed' }),
      hearing: () => readAgain(keysOfStream('catalogue')),
    },
  }),
).start();

let token: string | undefined;
function follow(): void {
  const now = signedInUser()?.token;
  if (now === token) return;
  token = now;
  live.send(now === undefined ? { type: 'stop' } : { type: 'start', token: now });
}
session.subscribe(follow);
follow();

/** Watches a room while the component is on the screen. Undefined: nothing to watch yet. */
export function useWatch(room: Room | undefined): void {
  const admission = room && 'admission' in room ? room.admission : undefined;
  const team = room && 'team' in room ? room.team : undefined;
  useEffect(() => {
    const watched: Room | undefined = admission !== undefined ? { admission } : team !== undefined ? { team } : undefined;
    if (!watched) return undefined;
    live.send({ type: 'watch', room: watched });
    return () => void setTimeout(() => live.send({ type: 'unwatch', room: watched }), GRACE_MS);
  }, [admission, team]);
}

/** Says that this person is at something; to be repeated every PRESENCE_TOUCH_MS. */
export const touchPresence = (presence: PresenceTouch): void => live.send({ type: 'touch', presence });

const nobody: Presence['people'] = [];
/** Who else is at this admission. */
export const usePresence = (admission: string): Presence['people'] => useSelector(live, ({ context }) => context.presence[`admission-${admission}`] ?? nobody);

export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting';
export const useLiveState = (): LiveState =>
  useSelector(live, (snapshot) => (snapshot.matches('off') ? 'off' : snapshot.matches({ on: 'live' }) ? 'live' : snapshot.hasTag('offline') ? 'reconnecting' : 'connecting'));
