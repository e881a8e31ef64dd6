/**
 * The one live connection of this tab: follows the session, and turns what it hears into reads that are asked again.
 */
import { useSelector } from '@xstate/react';
import type {
  ClientToServer,
  Presence,
  PresenceTouch,
  RefusedHandshake,
  Seen,
  ServerToClient,
} from 'command-api/contract/live';
import { useEffect, useRef } from 'react';
import type * as SocketIo from 'socket.io-client';
import { createActor } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import { loadWithRetry } from '../../platform/http/load-with-retry.ts';
import { recordMessage } from './last-message-time.ts';
import { linkLogic, liveMachine, roomKey, type OpenLink, type Room } from './live-connection.machine.ts';
import { queryClient } from '../cache/query-client.ts';
import {
  boardsOf,
  queryKeys,
  queryKeysOfStream,
  queryKeysOfChange,
  changedReviews,
  whatTeamsShow,
} from '../cache/query-keys.ts';
import { readAfter } from '../cache/read-after.ts';
import { restartRefetches, invalidate } from '../cache/invalidation.ts';
import { session, sessionToken } from '../../platform/session/session.ts';

/** Moving between two screens of one team does not leave its room. */
const GRACE_MS = 3_000;

/** After the server would not have one more connection of this person. */
const REFUSED_AGAIN_MS = 15_000;

/** What the server could not answer when it was asked last, and is on the screen. */
const askFailedAgain = (): void =>
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) =>
      state.fetchStatus === 'idle' && state.error instanceof ApiError && state.error.isTransient,
  });

/**
 * Some browsers keep the failure of a file until the page is reloaded (the HTML standard forbids it since 2026). Under
 * another address it is another file to them; it would be loaded twice if anything else imported it.
 */
async function loadSocketIo(): Promise<typeof SocketIo> {
  try {
    return await import('socket.io-client');
  } catch (error) {
    const address = error instanceof Error && /https?:\S+\.js/.exec(error.message)?.[0];
    if (!address) throw error;
    const loaded: typeof SocketIo = await import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
    return loaded;
  }
}

/**
 * Socket.IO is loaded when somebody signs in, so the landing page does not carry it. It is loaded again until it is
 * there.
 */
const openSocket: OpenLink = (token, tell) => {
  let socket: SocketIo.Socket<ServerToClient, ClientToServer> | undefined;
  let closed = false;
  const connect = ({ io }: typeof SocketIo): void => {
    socket = io({
      auth: { token },
      transports: ['websocket', 'polling'],
      reconnectionDelay: 500,
      reconnectionDelayMax: 5_000,
    });
    socket.onAny(() => recordMessage());
    socket.on('connect', () => {
      recordMessage();
      tell({ type: 'up' });
    });
    socket.on('disconnect', () => {
      tell({ type: 'down' });
      // A disconnect by the server is not retried by the library; whether we may come back is for the handshake to say.
      if (socket && !socket.active) socket.connect();
    });
    socket.on('connect_error', (error: Error & { data?: RefusedHandshake }) => {
      if (error.data?.reason === 'token-failed') {
        tell({ type: 'refused' });
        return;
      }
      tell({ type: 'down' });
      // Such as too many windows of one person: the library does not come back by itself after a refusal.
      if (!socket?.active) setTimeout(() => closed || socket?.connect(), REFUSED_AGAIN_MS);
    });
    socket.on('changed', (note) => tell({ type: 'note', note }));
    socket.on('revisions', (current) => tell({ type: 'revisions', current }));
    socket.on('presence', (presence) => tell({ type: 'presence', presence }));
    socket.on('seen', ({ admission }) => tell({ type: 'looked', admission }));
    socket.on('signedOut', () => tell({ type: 'refused' }));
  };
  const loading = loadWithRetry(loadSocketIo, { onLoaded: connect, onFailed: () => tell({ type: 'down' }) });
  return {
    watch: (what, answer) => void socket?.emit('watch', what, answer),
    unwatch: (what) => void socket?.emit('unwatch', what, () => undefined),
    touch: (presence) => void socket?.volatile.emit('presence:touch', presence, () => undefined),
    seen: (what, answer) => void socket?.emit('seen', what, ({ ok }) => answer(ok)),
    close: () => {
      closed = true;
      loading.stop();
      socket?.off();
      socket?.disconnect();
    },
  };
};

export const live = createActor(
  liveMachine.provide({
    actors: { link: linkLogic(openSocket) },
    actions: {
      apply: (_, { note }) => invalidate(queryKeysOfChange(note), changedReviews(note)),
      moved: (_, { stream }) => invalidate(queryKeysOfStream(stream)),
      // What was read of the team before its room was entered may have moved in between; one more read settles it.
      teamEntered: (_, { team }) =>
        invalidate([
          queryKeys.team(team),
          queryKeys.patientsOf(team),
          ['patient'],
          ['admissions'],
          ...boardsOf(team),
          ...whatTeamsShow,
        ]),
      shutOut: (_, { room }) => invalidate(queryKeysOfStream(roomKey(room))),
      reached: (_, { stream, revision }) => readAfter.recordProjected(stream, revision),
      endSession: () => session.send({ type: 'tokenFailed' }),
      hearing: () => {
        restartRefetches();
        invalidate([...queryKeysOfStream('catalogue'), queryKeys.me, queryKeys.teams]);
      },
      beat: askFailedAgain,
      looked: (_, { admission }) => invalidate([queryKeys.chartNews(admission), queryKeys.anyTeamNews]),
    },
  }),
).start();

/** The newest revision of a stream that this tab has heard of; -1 where it has heard of none. */
export const newestKnownRevision = (stream: string): number => live.getSnapshot().context.seen[stream] ?? -1;

let token: string | undefined;
function follow(): void {
  const now = sessionToken();
  if (now === token) return;
  token = now;
  live.send(now === undefined ? { type: 'stop' } : { type: 'start', token: now });
}
session.subscribe(follow);
follow();

/** Watches rooms while the component is on the screen. Undefined: nothing to watch yet. */
export function useWatch(...rooms: readonly (Room | undefined)[]): void {
  const names = rooms.flatMap((room) => (room ? [roomKey(room)] : [])).join(' ');
  const watched = useRef(rooms);
  useEffect(() => {
    watched.current = rooms;
  });
  useEffect(() => {
    const entered = watched.current.filter((room) => room !== undefined);
    for (const room of entered) live.send({ type: 'watch', room });
    return () => void setTimeout(() => entered.forEach((room) => live.send({ type: 'unwatch', room })), GRACE_MS);
  }, [names]);
}

/** Says that this person is at something; to be repeated every PRESENCE_TOUCH_MS. */
export const touchPresence = (presence: PresenceTouch): void => live.send({ type: 'touch', presence });

/**
 * Says that everything of a chart up to a revision has been looked at. Told whether that has been written down; while
 * there is no connection nobody is told.
 */
export const markChartSeen = (what: Seen, written: (written: boolean) => void): void =>
  live.send({ type: 'seen', what, written });

const nobody: Presence['people'] = [];
/** Who else is at this admission. */
export const usePresence = (admission: string): Presence['people'] =>
  useSelector(live, ({ context }) => context.presence[`admission-${admission}`] ?? nobody);

export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting';
export const useLiveState = (): LiveState =>
  useSelector(live, (snapshot) =>
    snapshot.matches('off')
      ? 'off'
      : snapshot.matches({ on: 'live' })
        ? 'live'
        : snapshot.hasTag('offline')
          ? 'reconnecting'
          : 'connecting',
  );
