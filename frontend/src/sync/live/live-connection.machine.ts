/**
 * The live connection: off → connecting → live ⇄ waiting (architecture, "Live protocol").
 *
 * What a screen watches is counted, so that two parts of a page may watch the same thing. Each stream's newest known
 * revision is remembered: a note at or below it is nothing new; a revision above it, learnt from a heartbeat or on
 * entering a room, means that notes were lost and everything of that stream has to be read again. So does a note that
 * does not follow on what is known: the one before it was lost, or comes later and is then nothing new. A heartbeat
 * also says what the server has us watching: a room that it does not name is entered once more.
 */
import type { Changed, Presence, PresenceTouch, Seen, Watch, WatchAnswer } from 'command-api/contract/live';
import { assign, enqueueActions, fromCallback, sendTo, setup } from 'xstate';

export type Room = { admission: string } | { team: string };
export const roomKey = (room: Room): string =>
  'admission' in room ? `admission-${room.admission}` : `team-${room.team}`;

/** What the machine needs of a Socket.IO connection; `live.ts` opens the real one. */
export interface LiveLink {
  watch(what: Watch, answer: (result: WatchAnswer) => void): void;
  unwatch(what: Room): void;
  touch(presence: PresenceTouch): void;
  /** The answer says whether it has been written down. */
  seen(what: Seen, answer: (written: boolean) => void): void;
  close(): void;
}
export type LinkEvent =
  | { type: 'up' }
  | { type: 'down' }
  | { type: 'refused' }
  | { type: 'note'; note: Changed }
  | { type: 'revisions'; current: Record<string, number> }
  | { type: 'presence'; presence: Presence }
  | { type: 'looked'; admission: string }
  | { type: 'entered'; room: Room; stream: string; revision: number }
  | { type: 'shut out'; room: Room };
export type OpenLink = (token: string, tell: (event: LinkEvent) => void) => LiveLink;

type ToLink =
  | { type: 'enter'; room: Room; revision: number | undefined }
  | { type: 'leave'; room: Room }
  | { type: 'touch'; presence: PresenceTouch }
  | SeenOrder;
export interface SeenOrder {
  type: 'seen';
  what: Seen;
  written: (written: boolean) => void;
}

/** The link as an actor: closed when the machine leaves `on`. */
export const linkLogic = (open: OpenLink) =>
  fromCallback<ToLink, { token: string }>(({ input, sendBack, receive }) => {
    const link = open(input.token, sendBack);
    receive((order) => {
      if (order.type === 'leave') link.unwatch(order.room);
      else if (order.type === 'touch') link.touch(order.presence);
      else if (order.type === 'seen') link.seen(order.what, order.written);
      else {
        const { room, revision } = order;
        link.watch('admission' in room && revision !== undefined ? { ...room, revision } : room, (answer) =>
          sendBack(
            answer.ok
              ? { type: 'entered', room, stream: answer.stream, revision: answer.revision }
              : { type: 'shut out', room },
          ),
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
  | SeenOrder
  | LinkEvent;

export interface LiveContext {
  token: string;
  rooms: Record<string, { room: Room; count: number }>;
  /** The newest revision known of each stream. */
  seen: Record<string, number>;
  /** Rooms that the server has refused us: the reads have been asked why. */
  shut: Record<string, true>;
  /**
   * Where this person said to be, by room key: said again when the room has been entered, as a touch before that is
   * nobody's.
   */
  here: Record<string, PresenceTouch>;
  /** Who is at what, by room key. */
  presence: Record<string, Presence['people']>;
}

const without = <T>(record: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
const fresh = { token: '', seen: {}, shut: {}, presence: {} };

export const liveMachine = setup({
  types: { context: {} as LiveContext, events: {} as LiveEvent },
  actors: {
    link: linkLogic(() => {
      throw new Error('provided by live.ts');
    }),
  },
  actions: {
    /** A note that is news. */
    apply: (_, _params: { note: Changed }) => undefined,
    /** A stream moved, and we have not been told of all that moved in it. */
    moved: (_, _params: { stream: string }) => undefined,
    /** A team's room was entered: it hears many streams, so what moved before is not known. */
    teamEntered: (_, _params: { team: string }) => undefined,
    /** The server will not let us watch (any more): the reads will say why. */
    shutOut: (_, _params: { room: Room }) => undefined,
    /**
     * The server is there, and what it has told so far has been dealt with: what could not be read before is worth
     * asking again.
     */
    beat: () => undefined,
    /** This person has looked at a chart in one of their windows. */
    looked: (_, _params: { admission: string }) => undefined,
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
      return {
        rooms: without(context.rooms, key),
        presence: without(context.presence, key),
        here: without(context.here, key),
      };
    }),
    remember: assign(({ context, event }) =>
      event.type === 'touch' ? { here: { ...context.here, [roomKey(event.presence)]: event.presence } } : {},
    ),
  },
  guards: {
    isNews: ({ context, event }) =>
      event.type === 'note' && event.note.revision > (context.seen[event.note.stream] ?? -1),
  },
}).createMachine({
  id: 'live',
  context: { ...fresh, rooms: {}, here: {} },
  initial: 'off',
  on: { watch: { actions: 'count' }, unwatch: { actions: 'uncount' }, touch: { actions: 'remember' } },
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
          actions: enqueueActions(({ context, event, enqueue }) => {
            const { note } = event;
            const { stream, revision, from } = note;
            const known = context.seen[stream];
            enqueue.assign({ seen: { ...context.seen, [stream]: revision } });
            enqueue({ type: 'reached', params: { stream, revision } });
            if (known === undefined || from > known + 1) enqueue({ type: 'moved', params: { stream } });
            enqueue({ type: 'apply', params: { note } });
          }),
        },
        revisions: {
          actions: enqueueActions(({ context, event, enqueue }) => {
            const ahead = Object.entries(event.current).filter(
              ([stream, revision]) => revision > (context.seen[stream] ?? -1),
            );
            for (const [stream, revision] of ahead) {
              enqueue({ type: 'reached', params: { stream, revision } });
              enqueue({ type: 'moved', params: { stream } });
            }
            enqueue.assign({ seen: { ...context.seen, ...Object.fromEntries(ahead) } });
            for (const [key, { room }] of Object.entries(context.rooms)) {
              if (!(key in event.current)) enqueue.sendTo('link', { type: 'enter', room, revision: context.seen[key] });
            }
            enqueue('beat');
          }),
        },
        entered: {
          actions: enqueueActions(({ context, event, enqueue }) => {
            const { room, stream, revision } = event;
            enqueue.assign({ shut: without(context.shut, roomKey(room)) });
            const here = context.here[roomKey(room)];
            if (here) enqueue.sendTo('link', { type: 'touch', presence: here });
            enqueue({ type: 'reached', params: { stream, revision } });
            if ('team' in room) enqueue({ type: 'teamEntered', params: { team: room.team } });
            if (revision > (context.seen[stream] ?? -1)) {
              if ('admission' in room) enqueue({ type: 'moved', params: { stream } });
              enqueue.assign({ seen: { ...context.seen, [stream]: revision } });
            }
          }),
        },
        'shut out': {
          actions: enqueueActions(({ context, event: { room }, enqueue }) => {
            const key = roomKey(room);
            if (!context.shut[key]) enqueue({ type: 'shutOut', params: { room } });
            enqueue.assign({ shut: { ...context.shut, [key]: true }, presence: without(context.presence, key) });
          }),
        },
        looked: { actions: { type: 'looked', params: ({ event }) => ({ admission: event.admission }) } },
        presence: {
          actions: assign({
            presence: ({ context, event }) => ({
              ...context.presence,
              [roomKey(event.presence)]: event.presence.people,
            }),
          }),
        },
      },
      states: {
        connecting: { on: { up: 'live', down: 'waiting' } },
        live: {
          entry: [
            'hearing',
            enqueueActions(({ context, enqueue }) => {
              for (const [key, { room }] of Object.entries(context.rooms))
                enqueue.sendTo('link', { type: 'enter', room, revision: context.seen[key] });
            }),
          ],
          on: {
            // Who is there is told again with the rooms; until then nobody knows.
            down: { target: 'waiting', actions: assign({ presence: {} }) },
            watch: {
              actions: [
                'count',
                enqueueActions(({ context, event, enqueue }) => {
                  const key = roomKey(event.room);
                  if (context.rooms[key]?.count === 1)
                    enqueue.sendTo('link', { type: 'enter', room: event.room, revision: context.seen[key] });
                }),
              ],
            },
            unwatch: {
              actions: [
                'uncount',
                enqueueActions(({ context, event, enqueue }) => {
                  if (context.rooms[roomKey(event.room)] === undefined)
                    enqueue.sendTo('link', { type: 'leave', room: event.room });
                }),
              ],
            },
            touch: { actions: ['remember', sendTo('link', ({ event }) => event)] },
            seen: { actions: sendTo('link', ({ event }) => event) },
          },
        },
        waiting: { tags: 'offline', on: { up: 'live' } },
      },
    },
  },
});
