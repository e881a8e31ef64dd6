/**
 * The live connection: off → connecting → live ⇄ waiting (docs/architecture.md, "Live protocol").
 *
 * - Watchers of a room are counted, so several parts of a page may watch the same room.
 * - The newest known revision of each stream is stored. A note at or below it is ignored.
 * - A gap before a note, or a higher revision in a heartbeat or on entering a room, means that notes were lost. Then
 *   all data of the stream is read again.
 * - A heartbeat names the rooms that the server has for this connection. A missing room is entered again.
 */
import type { Changed, Presence, PresenceTouch, Seen, Watch, WatchAnswer } from 'language/contract/live';
import type { SessionProof } from '../../platform/http/session-proof.ts';
import { assign, enqueueActions, fromCallback, sendTo, setup } from 'xstate';

export type Room = { admission: string } | { team: string };
export const roomKey = (room: Room): string =>
  'admission' in room ? `admission-${room.admission}` : `team-${room.team}`;

/** The connection as the machine needs it; `live-connection.ts` implements it with Socket.IO. */
export interface LiveLink {
  watch(what: Watch, answer: (result: WatchAnswer) => void): void;
  unwatch(what: Room): void;
  touch(presence: PresenceTouch): void;
  /** Marks a chart as seen. `answer` gets whether the server has stored it. */
  seen(what: Seen, answer: (isStored: boolean) => void): void;
  close(): void;
}
export type LinkEvent =
  | { type: 'up' }
  | { type: 'down' }
  | { type: 'tokenRefused' }
  | { type: 'note'; note: Changed }
  | { type: 'revisions'; current: Record<string, number> }
  | { type: 'presence'; presence: Presence }
  | { type: 'chartSeen'; admission: string }
  | { type: 'entered'; room: Room; stream: string; revision: number }
  | { type: 'roomRefused'; room: Room };
export type OpenLink = (proof: SessionProof, send: (event: LinkEvent) => void) => LiveLink;

type LinkCommand =
  | { type: 'enter'; room: Room; revision: number | undefined }
  | { type: 'leave'; room: Room }
  | { type: 'touch'; presence: PresenceTouch }
  | SeenCommand;
export interface SeenCommand {
  type: 'seen';
  what: Seen;
  onAnswer: (isStored: boolean) => void;
}

/** The link as an actor. It is closed when the machine leaves `on`. */
export const linkLogic = (open: OpenLink) =>
  fromCallback<LinkCommand, { proof: SessionProof }>(({ input, sendBack, receive }) => {
    const link = open(input.proof, sendBack);
    receive((command) => {
      if (command.type === 'leave') link.unwatch(command.room);
      else if (command.type === 'touch') link.touch(command.presence);
      else if (command.type === 'seen') link.seen(command.what, command.onAnswer);
      else {
        const { room, revision } = command;
        link.watch('admission' in room && revision !== undefined ? { ...room, revision } : room, (answer) =>
          sendBack(
            answer.ok
              ? { type: 'entered', room, stream: answer.stream, revision: answer.revision }
              : { type: 'roomRefused', room },
          ),
        );
      }
    });
    return () => link.close();
  });

export type LiveEvent =
  | { type: 'start'; proof: SessionProof }
  | { type: 'stop' }
  | { type: 'watch'; room: Room }
  | { type: 'unwatch'; room: Room }
  | { type: 'touch'; presence: PresenceTouch }
  | SeenCommand
  /** The revisions that are known are of another event log. */
  | { type: 'anotherLog' }
  | LinkEvent;

export interface LiveContext {
  proof: SessionProof;
  rooms: Record<string, { room: Room; count: number }>;
  /** The newest revision known of each stream. */
  revisions: Record<string, number>;
  /** Rooms that the server has refused. */
  refusedRooms: Record<string, true>;
  /** This person's presence by room key. It is sent again on entering the room: the server ignores it before that. */
  ownPresence: Record<string, PresenceTouch>;
  /** All people of a room, by room key. */
  presence: Record<string, Presence['people']>;
}

const without = <T>(record: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
const initial = { proof: { token: '' }, revisions: {}, refusedRooms: {}, presence: {} };

export const liveMachine = setup({
  types: { context: {} as LiveContext, events: {} as LiveEvent },
  actors: {
    link: linkLogic(() => {
      throw new Error('provided by live-connection.ts');
    }),
  },
  actions: {
    /** A note with a new revision. */
    applyNote: (_, _params: { note: Changed }) => undefined,
    /** A stream has changed, and notes of it were lost. */
    invalidateStream: (_, _params: { stream: string }) => undefined,
    /** A team's room was entered. It reports many streams, so earlier changes of them are unknown. */
    invalidateTeam: (_, _params: { team: string }) => undefined,
    /** The server refuses the room. The reads show the reason. */
    invalidateRefusedRoom: (_, _params: { room: Room }) => undefined,
    /** A heartbeat: the server is available, so failed reads can be repeated. */
    retryFailedReads: () => undefined,
    /** The person has seen a chart in one of their windows. */
    invalidateChartNews: (_, _params: { admission: string }) => undefined,
    /** The read model has reached this revision. */
    recordProjected: (_, _params: { stream: string; revision: number }) => undefined,
    endSession: () => undefined,
    /** The connection is up. No room reports earlier changes of data outside of rooms. */
    invalidateUnwatched: () => undefined,
    addWatcher: assign(({ context, event }) => {
      if (event.type !== 'watch') return {};
      const key = roomKey(event.room);
      return { rooms: { ...context.rooms, [key]: { room: event.room, count: (context.rooms[key]?.count ?? 0) + 1 } } };
    }),
    removeWatcher: assign(({ context, event }) => {
      if (event.type !== 'unwatch') return {};
      const key = roomKey(event.room);
      const count = (context.rooms[key]?.count ?? 0) - 1;
      if (count > 0) return { rooms: { ...context.rooms, [key]: { room: event.room, count } } };
      return {
        rooms: without(context.rooms, key),
        presence: without(context.presence, key),
        ownPresence: without(context.ownPresence, key),
      };
    }),
    storePresence: assign(({ context, event }) =>
      event.type === 'touch'
        ? { ownPresence: { ...context.ownPresence, [roomKey(event.presence)]: event.presence } }
        : {},
    ),
  },
  guards: {
    isNewRevision: ({ context, event }) =>
      event.type === 'note' && event.note.revision > (context.revisions[event.note.stream] ?? -1),
  },
}).createMachine({
  id: 'live',
  context: { ...initial, rooms: {}, ownPresence: {} },
  initial: 'off',
  on: {
    watch: { actions: 'addWatcher' },
    unwatch: { actions: 'removeWatcher' },
    touch: { actions: 'storePresence' },
  },
  states: {
    off: { on: { start: { target: 'on', actions: assign({ proof: ({ event }) => event.proof }) } } },
    on: {
      invoke: { id: 'link', src: 'link', input: ({ context }) => ({ proof: context.proof }) },
      initial: 'connecting',
      on: {
        start: { target: 'on', reenter: true, actions: assign(({ event }) => ({ ...initial, proof: event.proof })) },
        stop: { target: 'off', actions: assign(initial) },
        anotherLog: { actions: assign({ revisions: {} }) },
        tokenRefused: { target: 'off', actions: [assign(initial), 'endSession'] },
        note: {
          guard: 'isNewRevision',
          actions: enqueueActions(({ context, event, enqueue }) => {
            const { note } = event;
            const { stream, revision, from } = note;
            const known = context.revisions[stream];
            enqueue.assign({ revisions: { ...context.revisions, [stream]: revision } });
            enqueue({ type: 'recordProjected', params: { stream, revision } });
            if (known === undefined || from > known + 1) enqueue({ type: 'invalidateStream', params: { stream } });
            enqueue({ type: 'applyNote', params: { note } });
          }),
        },
        revisions: {
          actions: enqueueActions(({ context, event, enqueue }) => {
            const ahead = Object.entries(event.current).filter(
              ([stream, revision]) => revision > (context.revisions[stream] ?? -1),
            );
            for (const [stream, revision] of ahead) {
              enqueue({ type: 'recordProjected', params: { stream, revision } });
              enqueue({ type: 'invalidateStream', params: { stream } });
            }
            enqueue.assign({ revisions: { ...context.revisions, ...Object.fromEntries(ahead) } });
            for (const [key, { room }] of Object.entries(context.rooms)) {
              if (!(key in event.current))
                enqueue.sendTo('link', { type: 'enter', room, revision: context.revisions[key] });
            }
            enqueue('retryFailedReads');
          }),
        },
        entered: {
          actions: enqueueActions(({ context, event, enqueue }) => {
            const { room, stream, revision } = event;
            enqueue.assign({ refusedRooms: without(context.refusedRooms, roomKey(room)) });
            const ownPresence = context.ownPresence[roomKey(room)];
            if (ownPresence) enqueue.sendTo('link', { type: 'touch', presence: ownPresence });
            enqueue({ type: 'recordProjected', params: { stream, revision } });
            if ('team' in room) enqueue({ type: 'invalidateTeam', params: { team: room.team } });
            if (revision > (context.revisions[stream] ?? -1)) {
              if ('admission' in room) enqueue({ type: 'invalidateStream', params: { stream } });
              enqueue.assign({ revisions: { ...context.revisions, [stream]: revision } });
            }
          }),
        },
        roomRefused: {
          actions: enqueueActions(({ context, event: { room }, enqueue }) => {
            const key = roomKey(room);
            if (!context.refusedRooms[key]) enqueue({ type: 'invalidateRefusedRoom', params: { room } });
            enqueue.assign({
              refusedRooms: { ...context.refusedRooms, [key]: true },
              presence: without(context.presence, key),
            });
          }),
        },
        chartSeen: {
          actions: { type: 'invalidateChartNews', params: ({ event }) => ({ admission: event.admission }) },
        },
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
            'invalidateUnwatched',
            enqueueActions(({ context, enqueue }) => {
              for (const [key, { room }] of Object.entries(context.rooms))
                enqueue.sendTo('link', { type: 'enter', room, revision: context.revisions[key] });
            }),
          ],
          on: {
            // The server sends presence again after the rooms are entered.
            down: { target: 'waiting', actions: assign({ presence: {} }) },
            watch: {
              actions: [
                'addWatcher',
                enqueueActions(({ context, event, enqueue }) => {
                  const key = roomKey(event.room);
                  if (context.rooms[key]?.count === 1)
                    enqueue.sendTo('link', { type: 'enter', room: event.room, revision: context.revisions[key] });
                }),
              ],
            },
            unwatch: {
              actions: [
                'removeWatcher',
                enqueueActions(({ context, event, enqueue }) => {
                  if (context.rooms[roomKey(event.room)] === undefined)
                    enqueue.sendTo('link', { type: 'leave', room: event.room });
                }),
              ],
            },
            touch: { actions: ['storePresence', sendTo('link', ({ event }) => event)] },
            seen: { actions: sendTo('link', ({ event }) => event) },
          },
        },
        waiting: { tags: 'offline', on: { up: 'live' } },
      },
    },
  },
});
