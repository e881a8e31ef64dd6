/**
 * Whatever a line does to the notes (loses, doubles, reorders them, breaks, refuses a room): one heartbeat later every
 * screen shows what the server has.
 */
import type { WatchAnswer } from 'command-api/contract/live';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { linkLogic, liveMachine, roomKey, type LinkEvent, type Room } from './live-connection.machine.ts';

/** A chart is watched by itself; the others are heard of in the team's room. */
const rooms: readonly Room[] = [{ admission: '1' }, { team: '9' }];
const streams = ['admission-1', 'team-9', 'admission-2', 'patient-1'] as const;
type Stream = (typeof streams)[number];
const heardIn = (stream: Stream): string => (stream === 'admission-1' ? 'admission-1' : 'team-9');

type Step =
  | { do: 'write'; stream: Stream; things: string[]; events: number }
  | { do: 'deliver' | 'lose' | 'double' | 'swap' | 'break' | 'mend' | 'beat' | 'refuse next' };

const step: fc.Arbitrary<Step> = fc.oneof(
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
      do: fc.constantFrom('break' as const, 'mend' as const, 'beat' as const, 'refuse next' as const),
    }),
  },
);

function hospital() {
  /** What the server has of each stream: how far it is, and which change each thing was touched by last. */
  const server = Object.fromEntries(streams.map((stream) => [stream, { revision: 0, things: {} }])) as Record<
    Stream,
    { revision: number; things: Record<string, number> }
  >;
  const shown: Record<string, Record<string, number>> = Object.fromEntries(streams.map((stream) => [stream, {}]));
  const line: LinkEvent[] = [];
  const joined = new Set<string>();
  let isUp = false;
  let refuse = false;
  let tell: (event: LinkEvent) => void = () => undefined;

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
          tell = toMachine;
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
        apply: (_, { note }) => read(note.stream, note.touched),
        moved: (_, { stream }) => readAll(stream),
        teamEntered: () => streams.filter((stream) => heardIn(stream) === 'team-9').forEach(readAll),
      },
    }),
  ).start();
  for (const room of rooms) actor.send({ type: 'watch', room });
  actor.send({ type: 'start', token: 't' });

  const deliver = (): void => {
    const next = line.shift();
    if (next) tell(next);
  };
  const beat = (): void =>
    tell({
      type: 'revisions',
      current: Object.fromEntries(
        streams.filter((stream) => joined.has(heardIn(stream))).map((stream) => [stream, server[stream].revision]),
      ),
    });
  const breaks = (): void => {
    if (!isUp) return;
    isUp = false;
    line.length = 0;
    joined.clear();
    tell({ type: 'down' });
  };
  const mend = (): void => {
    if (isUp) return;
    isUp = true;
    tell({ type: 'up' });
  };
  const take = (taken: Step): void => {
    switch (taken.do) {
      case 'write': {
        const held = server[taken.stream];
        const from = held.revision + 1;
        held.revision += taken.events;
        for (const thing of taken.things) held.things[thing] = held.revision;
        if (joined.has(heardIn(taken.stream)))
          line.push({
            type: 'note',
            note: {
              stream: taken.stream,
              revision: held.revision,
              from,
              touched: taken.things as never,
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
        return void line.shift();
      case 'double':
        return void (line[0] && line.unshift(line[0]));
      case 'swap':
        return void line.push(...line.splice(0, 1));
      case 'break':
        return breaks();
      case 'mend':
        return mend();
      case 'beat':
        return void (isUp && beat());
      case 'refuse next':
        refuse = true;
    }
  };
  const whatIsThere = () => Object.fromEntries(streams.map((stream) => [stream, server[stream].things]));
  return {
    take,
    mend,
    beat,
    shown,
    whatIsThere,
    comeLate: () => {
      while (line.length > 0) deliver();
    },
    answerAgain: () => {
      refuse = false;
    },
  };
}

test('after one heartbeat every watched stream is shown as the server has it, and what comes late changes nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
      const { take, mend, beat, shown, whatIsThere, comeLate, answerAgain } = hospital();
      mend();
      steps.forEach(take);
      mend();
      answerAgain();
      beat();
      expect(shown).toEqual(whatIsThere());
      comeLate();
      expect(shown).toEqual(whatIsThere());
    }),
    { numRuns: 50 },
  );
});
