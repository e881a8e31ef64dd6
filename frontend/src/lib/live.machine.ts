/**
 * The live connection: off → connecting → live ⇄ waiting (architecture, "Live protocol").
 *
 * What a screen watches is counted, so that two parts of a page may watch the same thing. Each stream's newest known revision
 * is remembered: a note at or below it is nothing new; a revision above it, learnt from a heartbeat or on entering a room,
 * means that notes were lost and everything of that stream has to be read again.
 */
import type { Changed, Presence, PresenceTouch, Watch, WatchAnswer } from 'command-api/contract/live';
import { assign, enqueueActions, fromCallback, sendTo, setup } from 'xstate';

export type Room = { admission: string } | { team: string };
export const roomKey = (room: Room): string => ('admission' in room ? `admission-${room.admission}` : `team-${room.team}`);

/** What the machine needs of a Socket.IO connection; `live.ts` opens the real one. */
export interface Link {
  watch(what: Watch, answer: (result: WatchAnswer) => void): void;
  unwatch(what: Room): void;
  touch(presence: PresenceTouch): void;
  close(): void;
}
export type LinkEvent =
  | { type: 'up' }
  | { type: 'down' }
  | { type: 'refused' }
  | { type: 'note'; note: Changed }
  | { type: 'revisions'; current: Record<string, number> }
  | { type: 'presence'; presence: Presence }
  | { type: 'entered'; room: Room; stream: string; revision: number }
  | { type: 'shut out'; room: Room };
export type OpenLink = (token: string, tell: (event: LinkEvent) => void) => Link;

type ToLink = { type: 'enter'; room: Room; revision: number | undefined } | { type: 'leave'; room: Room } | { type: 'touch'; presence: PresenceTouch };

/** The link as an actor: closed when the machine leaves `on`. */
export const linkLogic = (open: OpenLink) =>
  fromCallback<ToLink, { token: string }>(({ input, sendBack, receive }) => {
    const link = open(input.token, sendBack);
    receive((order) => {
      if (order.type === 'leave') link.unwatch(order.room);
      else if (order.type === 'touch') link.touch(order.presence);
      else {
        const { room, revision } = order;
        link.watch('admission' in room && revision !== undefined ? { ...room, revision } : room, (answer) =>
          sendBack(answer.ok ? { type: 'entered', room, stream: answer.stream, revision: answer.revision } : { type: 'shut out', room }),
        );
      }
    });
    return () => link.close();
  });

export type LiveEvent =
  | { type: 'start'; token: string }
  | { type: 'stop' }
  | { type: 'watch'; room: Room }
  | { type: 'unwatch'; room: Room }
  | { type: 'touch'; presence: PresenceTouch }
  | LinkEvent;

export interface LiveContext {
  token: string;
  rooms: Record<string, { room: Room; count: number }>;
  /** The newest revision known of each stream. */
  seen: Record<string, number>;
  /** Who is at what, by room key. */
  presence: Record<string, Presence['people']>;
}

const without = <T>(record: Record<string, T>, key: string): Record<string, T> => Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
const fresh = { token: '', seen: {}, presence: {} };

export const liveMachine = setup({
  types: { context: {} as LiveContext, events: {} as LiveEvent },
  actors: { link: linkLogic(() => { throw new Error('provided by live.ts'); }) },
  actions: {
    /** A note that is news. */
    apply: (_, _params: { note: Changed }) => undefined,
    /** A stream moved while nobody told us in what. */
    moved: (_, _params: { stream: string }) => undefined,
    /** A team's room was entered: it hears many streams, so what moved before is not known. */
    teamEntered: (_, _params: { team: string }) => undefined,
    /** The server will not let us watch (any more): the reads will say why. */
    shutOut: (_, _params: { room: Room }) => undefined,
    /** The read model is known to hold this revision. */
    reached: (_, _params: { stream: string; revision: number }) => undefined,
    endSession: () => undefined,
    /** The connection is up, for the first time or again: what moved outside any room meanwhile nobody has told. */
    hearing: () => undefined,
    count: assign(({ context, event }) => {
      if (event.type !== 'watch') return {};
      const key = roomKey(event.room);
      return { rooms: { ...context.rooms, [key]: { room: event.room, count: (context.rooms[key]?.count ?? 0) + 1 } } };
    }),
    uncount: assign(({ context, event }) => {
      if (event.type !== 'unwatch') return {};
      const key = roomKey(event.room);
      const count = (context.rooms[key]?.count ?? 0) - 1;
      if (count > 0) return { rooms: { ...context.rooms, [key]: { room: event.room, count } } };
      return { rooms: without(context.rooms, key), presence: without(context.presence, key) };
    }),
  },
  guards: { isNews: ({ context, event }) => event.type === 'note' && event.note.revision > (context.seen[event.note.stream] ?? -1) },
}).createMachine({
  id: 'live',
  context: { ...fresh, rooms: {} },
  initial: 'off',
  on: { watch: { actions: 'count' }, unwatch: { actions: 'uncount' } },
  states: {
    off: { on: { start: { target: 'on', actions: assign({ token: ({ event }) => event.token }) } } },
    on: {
      invoke: { id: 'link', src: 'link', input: ({ context }) => ({ token: context.token }) },
      initial: 'connecting',
      on: {
        start: { target: 'on', reenter: true, actions: assign(({ event }) => ({ ...fresh, token: event.token })) },
        stop: { target: 'off', actions: assign(fresh) },
        refused: { target: 'off', actions: [assign(fresh), 'endSession'] },
        note: {
          guard: 'isNews',
          actions: [
            assign({ seen: ({ context, event }) => ({ ...context.seen, [event.note.stream]: event.note.revision }) }),
            { type: 'reached', params: ({ event }) => event.note },
            { type: 'apply', params: ({ event }) => ({ note: event.note }) },
          ],
        },
        revisions: {
          actions: enqueueActions(({ context, event, enqueue }) => {
            const ahead = Object.entries(event.current).filter(([stream, revision]) => revision > (context.seen[stream] ?? -1));
            for (const [stream, revision] of ahead) {
              enqueue({ type: 'reached', params: { stream, revision } });
              enqueue({ type: 'moved', params: { stream } });
            }
            enqueue.assign({ seen: { ...context.seen, ...Object.fromEntries(ahead) } });
          }),
        },
        entered: {
          actions: enqueueActions(({ context, event, enqueue }) => {
            const { room, stream, revision } = event;
            enqueue({ type: 'reached', params: { stream, revision } });
            if ('team' in room) enqueue({ type: 'teamEntered', params: { team: room.team } });
            if (revision > (context.seen[stream] ?? -1)) {
              if ('admission' in room) enqueue({ type: 'moved', params: { stream } });
              enqueue.assign({ seen: { ...context.seen, [stream]: revision } });
            }
          }),
        },
        'shut out': { actions: { type: 'shutOut', params: ({ event }) => ({ room: event.room }) } },
        presence: { actions: assign({ presence: ({ context, event }) => ({ ...context.presence, [roomKey(event.presence)]: event.presence.people }) }) },
      },
      states: {
        connecting: { on: { up: 'live' } },
        live: {
          entry: ['hearing', enqueueActions(({ context, enqueue }) => {
            for (const [key, { room }] of Object.entries(context.rooms)) enqueue.sendTo('link', { type: 'enter', room, revision: context.seen[key] });
          })],
          on: {
            down: 'waiting',
            watch: {
              actions: ['count', enqueueActions(({ context, event, enqueue }) => {
                const key = roomKey(event.room);
                if (context.rooms[key]?.count === 1) enqueue.sendTo('link', { type: 'enter', room: event.room, revision: context.seen[key] });
              })],
            },
            unwatch: {
              actions: ['uncount', enqueueActions(({ context, event, enqueue }) => {
                if (context.rooms[roomKey(event.room)] === undefined) enqueue.sendTo('link', { type: 'leave', room: event.room });
              })],
            },
            touch: { actions: sendTo('link', ({ event }) => event) },
          },
        },
        waiting: { tags: 'offline', on: { up: 'live' } },
      },
    },
  },
});
