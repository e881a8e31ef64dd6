/** The live connection of this tab. It follows the session, and invalidates queries for the notes that it receives. */
import { useSelector } from '@xstate/react';
import {
  PRESENCE_TOUCH_MS,
  type ClientToServer,
  type Presence,
  type PresenceTouch,
  type RefusedHandshake,
  type Seen,
  type ServerToClient,
} from 'language/contract/live';
import { useEffect, useMemo, useRef } from 'react';
import type * as SocketIo from 'socket.io-client';
import { createActor } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import { noteEventLog } from '../../platform/http/event-log.ts';
import { loadWithRetry } from '../../platform/http/retry.ts';
import { probeWhenShown } from './connection-probe.ts';
import { linkLogic, liveMachine, roomKey, type OpenLink, type Room } from './live-connection.machine.ts';
import { queryClient } from '../cache/query-client.ts';
import {
  changedReviews,
  queryKeys,
  queryKeysOfChange,
  queryKeysOfStream,
  queryKeysOfTeamRoom,
} from '../cache/query-keys.ts';
import { readAfter } from '../client.ts';
import { invalidate, restartRefetches } from '../cache/invalidation.ts';
import { headersOfProof } from '../../platform/http/session-proof.ts';
import { lockSession, session, sessionKey, sessionProof } from '../../platform/session/session.ts';
import { createStore, useStore } from 'zustand';

/** A room is left after this time, so that a navigation within one team stays in its room. */
const LEAVE_DELAY_MS = 3_000;

/** The delay after the server has refused the connection, such as one window too many of a person. */
const REFUSED_RETRY_MS = 15_000;

/** Repeats the failed reads of the current screens. */
const retryFailedReads = (): void =>
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) =>
      state.fetchStatus === 'idle' && state.error instanceof ApiError && state.error.isTransient,
  });

/**
 * Some browsers cache the failed load of a module until the page is reloaded (the HTML standard forbids it since 2026).
 * A query string makes it another module. Nothing else imports this module, so it is not loaded twice.
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

/** Socket.IO is loaded after the sign-in, so the landing page does not load it. */
const openSocket: OpenLink = (proof, send) => {
  let socket: SocketIo.Socket<ServerToClient, ClientToServer> | undefined;
  let isClosed = false;
  let stopProbing = (): void => undefined;
  const connect = ({ io }: typeof SocketIo): void => {
    socket = io({
      auth: 'token' in proof ? { token: proof.token } : { session: proof.sessionId },
      // A WebSocket has none: there the browser names the page's origin.
      extraHeaders: 'token' in proof ? {} : headersOfProof(proof),
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelay: 500,
      reconnectionDelayMax: 5_000,
    });
    socket.onAny(() => recordMessage());
    socket.on('connect', () => {
      recordMessage();
      send({ type: 'up' });
    });
    socket.on('disconnect', () => {
      send({ type: 'down' });
      // The library does not reconnect after a disconnect by the server. The handshake decides about the session.
      if (socket && !socket.active) socket.connect();
    });
    socket.on('connect_error', (error: Error & { data?: RefusedHandshake }) => {
      if (error.data?.reason === 'session-locked') {
        lockSession();
        return;
      }
      if (error.data?.reason === 'token-failed') {
        send({ type: 'tokenRefused' });
        return;
      }
      send({ type: 'down' });
      // The library does not reconnect after a refusal.
      if (!socket?.active) setTimeout(() => isClosed || socket?.connect(), REFUSED_RETRY_MS);
    });
    stopProbing = probeWhenShown(socket);
    socket.on('log', noteEventLog);
    socket.on('changed', (note) => send({ type: 'note', note }));
    socket.on('revisions', (current) => send({ type: 'revisions', current }));
    socket.on('presence', (presence) => send({ type: 'presence', presence }));
    socket.on('seen', ({ admission }) => send({ type: 'chartSeen', admission }));
    socket.on('locked', lockSession);
    socket.on('signedOut', () => send({ type: 'tokenRefused' }));
  };
  const loading = loadWithRetry(loadSocketIo, { onLoaded: connect, onFailed: () => send({ type: 'down' }) });
  return {
    watch: (what, answer) => void socket?.emit('watch', what, answer),
    unwatch: (what) => void socket?.emit('unwatch', what, () => undefined),
    touch: (presence) => void socket?.volatile.emit('presence:touch', presence, () => undefined),
    seen: (what, answer) => void socket?.emit('seen', what, ({ ok }) => answer(ok)),
    close: () => {
      isClosed = true;
      loading.stop();
      stopProbing();
      socket?.off();
      socket?.disconnect();
    },
  };
};

const reminderListeners = new Set<(touched: readonly string[]) => void>();
/** @param hear called when this person is reminded of a recommendation @returns ends it */
export function onReminder(userId: string, hear: () => void): () => void {
  const listener = (touched: readonly string[]): void => {
    if (touched.includes(`reminded:${userId}`)) hear();
  };
  reminderListeners.add(listener);
  return () => void reminderListeners.delete(listener);
}

export const live = createActor(
  liveMachine.provide({
    actors: { link: linkLogic(openSocket) },
    actions: {
      applyNote: (_, { note }) => {
        invalidate(queryKeysOfChange(note), changedReviews(note));
        for (const listener of reminderListeners) listener(note.touched);
      },
      invalidateStream: (_, { stream }) => invalidate(queryKeysOfStream(stream)),
      invalidateTeam: (_, { team }) => invalidate(queryKeysOfTeamRoom(team)),
      invalidateRefusedRoom: (_, { room }) => invalidate(queryKeysOfStream(roomKey(room))),
      recordProjected: (_, { stream, revision }) => readAfter.recordProjected(stream, revision),
      endSession: () => session.send({ type: 'tokenFailed' }),
      invalidateUnwatched: () => {
        restartRefetches();
        invalidate([...queryKeysOfStream('catalogue'), queryKeys.me, queryKeys.teams]);
      },
      retryFailedReads,
      invalidateChartNews: (_, { admission }) => invalidate([queryKeys.chartNews(admission), queryKeys.anyTeamNews]),
    },
  }),
).start();

/** The newest revision of a stream that this tab knows; -1 if it knows none. */
export const newestKnownRevision = (stream: string): number => live.getSnapshot().context.revisions[stream] ?? -1;

/**
 * True if changes of other people before this revision may not have arrived yet. False before the
 * room of the stream is entered: entering it reads the whole stream again.
 */
export function mayHaveUnseenChanges(stream: string, revision: number): boolean {
  const known = live.getSnapshot().context.revisions[stream];
  return known !== undefined && revision > known + 1;
}

let key: string | undefined;
function followSession(): void {
  const newKey = sessionKey();
  if (newKey === key) return;
  key = newKey;
  const proof = newKey === undefined ? undefined : sessionProof();
  live.send(proof ? { type: 'start', proof } : { type: 'stop' });
}
session.subscribe(followSession);
followSession();

/** Watches rooms while the component is mounted. An undefined room is ignored. */
export function useWatch(...rooms: readonly (Room | undefined)[]): void {
  const names = rooms.flatMap((room) => (room ? [roomKey(room)] : [])).join(' ');
  const latest = useRef(rooms);
  useEffect(() => {
    latest.current = rooms;
  });
  useEffect(() => {
    const entered = latest.current.filter((room) => room !== undefined);
    for (const room of entered) live.send({ type: 'watch', room });
    return () => void setTimeout(() => entered.forEach((room) => live.send({ type: 'unwatch', room })), LEAVE_DELAY_MS);
  }, [names]);
}

/**
 * Marks a chart as seen up to a revision. `onAnswer` gets whether the server has stored it; without a connection it is
 * not called.
 */
export const markChartSeen = (what: Seen, onAnswer: (isStored: boolean) => void): void =>
  live.send({ type: 'seen', what, onAnswer });

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

const MINUTE_MS = 60_000;
/** The time of the last message, to the minute: the data on the screen is of that time. */
const lastMinute = createStore<number | undefined>(() => undefined);

function recordMessage(): void {
  const now = Date.now();
  lastMinute.setState(now - (now % MINUTE_MS), true);
}

/** Milliseconds since the epoch; undefined before the first message. */
export const useLastMessageTime = (): number | undefined => useStore(lastMinute);

/**
 * Reports where this person is, at once and every ten seconds while the page is visible. Presence is a hint that
 * expires, never a lock (docs/architecture.md, "Rule 12: presence is a hint").
 */
export function useTouchPresence({ admission, target, mode }: PresenceTouch): void {
  const isLive = useLiveState() === 'live';
  useEffect(() => {
    if (!isLive) return undefined;
    const touch = () => {
      if (document.visibilityState === 'visible') live.send({ type: 'touch', presence: { admission, target, mode } });
    };
    touch();
    const timer = setInterval(touch, PRESENCE_TOUCH_MS);
    document.addEventListener('visibilitychange', touch);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', touch);
    };
  }, [admission, target, mode, isLive]);
}

export interface OtherPeople {
  names: string[];
  /** The names of the people who write in a review or a note, or elsewhere in the chart (`admission`). */
  editingAt: (target: PresenceTouch['target']) => string[];
}

const noPeople: Presence['people'] = [];
/** The other people at this admission. */
export function useOtherPeople(admission: string, user: string): OtherPeople {
  const people = useSelector(live, ({ context }) => context.presence[`admission-${admission}`] ?? noPeople);
  return useMemo(() => {
    const others = people.filter(({ userId }) => userId !== user);
    const unique = (names: string[]) => [...new Set(names)];
    return {
      names: unique(others.map(({ name }) => name)),
      editingAt: (place) =>
        unique(others.filter(({ mode, target }) => mode === 'editing' && target === place).map(({ name }) => name)),
    };
  }, [people, user]);
}
