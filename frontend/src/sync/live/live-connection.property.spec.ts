/**
 * A connection may lose, double and reorder notes, break, and refuse rooms. After one heartbeat the screens have the
 * state of the server.
 */
import type { WatchAnswer } from 'language/contract/live';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { linkLogic, liveMachine, roomKey, type LinkEvent, type Room } from './live-connection.machine.ts';

/** One chart has a room of its own; the team's room reports the other streams. */
const rooms: readonly Room[] = [{ admission: '1' }, { team: '9' }];
const streams = ['admission-1', 'team-9', 'admission-2', 'patient-1'] as const;
type Stream = (typeof streams)[number];
const roomOf = (stream: Stream): string => (stream === 'admission-1' ? 'admission-1' : 'team-9');

type Step =
  | { do: 'write'; stream: Stream; things: string[]; events: number }
  | { do: 'deliver' | 'lose' | 'double' | 'swap' | 'break' | 'reconnect' | 'heartbeat' | 'refuse next' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      stream: fc.constantFrom(...streams),
      things: fc.uniqueArray(fc.constantFrom('review:1', 'entry:1', 'note:1'), { minLength: 1 }),
      events: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'deliver' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('lose' as const, 'double' as const, 'swap' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('break' as const, 'reconnect' as const, 'heartbeat' as const, 'refuse next' as const),
    }),
  },
);

function hospital() {
  /** The server's revision of each stream, and the revision of the last change of each thing. */
  const server = Object.fromEntries(streams.map((stream) => [stream, { revision: 0, things: {} }])) as Record<
    Stream,
    { revision: number; things: Record<string, number> }
  >;
  const shown: Record<string, Record<string, number>> = Object.fromEntries(streams.map((stream) => [stream, {}]));
  const queue: LinkEvent[] = [];
  const joined = new Set<string>();
  let isUp = false;
  let refuse = false;
  let receive: (event: LinkEvent) => void = () => undefined;

  const isStream = (stream: string): stream is Stream => stream in server;
  const read = (stream: string, things: readonly string[]): void => {
    if (!isStream(stream)) return;
    for (const thing of things)
      if (server[stream].things[thing] !== undefined) shown[stream]![thing] = server[stream].things[thing];
  };
  const readAll = (stream: string): void => {
    if (isStream(stream)) shown[stream] = { ...server[stream].things };
  };

  const watch = (room: Room, answer: (result: WatchAnswer) => void): void => {
    const stream = roomKey(room);
    if (refuse) {
      refuse = false;
      answer({
        ok: false,
        message: 'The server cannot answer right now, please try again',
        reason: 'live-unavailable',
      });
      return;
    }
    joined.add(stream);
    answer({ ok: true, stream, revision: server[stream as Stream].revision });
  };
  const actor = createActor(
    liveMachine.provide({
      actors: {
        link: linkLogic((_, toMachine) => {
          receive = toMachine;
          return {
            watch: (what, answer) => watch('admission' in what ? { admission: what.admission } : what, answer),
            unwatch: () => undefined,
            touch: () => undefined,
            seen: () => undefined,
            close: () => undefined,
          };
        }),
      },
      actions: {
        applyNote: (_, { note }) => read(note.stream, note.touched),
        invalidateStream: (_, { stream }) => readAll(stream),
        invalidateTeam: () => streams.filter((stream) => roomOf(stream) === 'team-9').forEach(readAll),
      },
    }),
  ).start();
  for (const room of rooms) actor.send({ type: 'watch', room });
  actor.send({ type: 'start', proof: { token: 't' } });

  const deliver = (): void => {
    const next = queue.shift();
    if (next) receive(next);
  };
  const heartbeat = (): void =>
    receive({
      type: 'revisions',
      current: Object.fromEntries(
        streams.filter((stream) => joined.has(roomOf(stream))).map((stream) => [stream, server[stream].revision]),
      ),
    });
  const disconnect = (): void => {
    if (!isUp) return;
    isUp = false;
    queue.length = 0;
    joined.clear();
    receive({ type: 'down' });
  };
  const reconnect = (): void => {
    if (isUp) return;
    isUp = true;
    receive({ type: 'up' });
  };
  const run = (step: Step): void => {
    switch (step.do) {
      case 'write': {
        const state = server[step.stream];
        const from = state.revision + 1;
        state.revision += step.events;
        for (const thing of step.things) state.things[thing] = state.revision;
        if (joined.has(roomOf(step.stream)))
          queue.push({
            type: 'note',
            note: {
              stream: step.stream,
              revision: state.revision,
              from,
              touched: step.things as never,
              actorId: 'u',
              actorName: '',
              at: '',
            },
          });
        return;
      }
      case 'deliver':
        return deliver();
      case 'lose':
        return void queue.shift();
      case 'double':
        return void (queue[0] && queue.unshift(queue[0]));
      case 'swap':
        return void queue.push(...queue.splice(0, 1));
      case 'break':
        return disconnect();
      case 'reconnect':
        return reconnect();
      case 'heartbeat':
        return void (isUp && heartbeat());
      case 'refuse next':
        refuse = true;
    }
  };
  const serverState = () => Object.fromEntries(streams.map((stream) => [stream, server[stream].things]));
  return {
    run,
    reconnect,
    heartbeat,
    shown,
    serverState,
    deliverRest: () => {
      while (queue.length > 0) deliver();
    },
    stopRefusing: () => {
      refuse = false;
    },
  };
}

test('after one heartbeat all watched streams have the state of the server, and late notes change nothing', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30, size: 'max' }), (steps) => {
      const { run, reconnect, heartbeat, shown, serverState, deliverRest, stopRefusing } = hospital();
      reconnect();
      steps.forEach(run);
      reconnect();
      stopRefusing();
      heartbeat();
      expect(shown).toEqual(serverState());
      deliverRest();
      expect(shown).toEqual(serverState());
    }),
    { numRuns: 50 },
  );
});
