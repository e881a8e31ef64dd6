/** Small logs and answers for the specs of the checkers. */
import type { RawEvent, StoredEvent } from 'service-kit/event-log/port';
import { v5 as uuidv5 } from 'uuid';
import type { Intention } from '../../convergence/ledger.ts';

export const COMMANDS = {
  one: 'a1111111-1111-4111-8111-111111111111',
  two: 'a2222222-2222-4222-8222-222222222222',
  three: 'a3333333-3333-4333-8333-333333333333',
} as const;
export type CommandName = keyof typeof COMMANDS;
export const CHART = 'admission-a';

/** Events of one stream, each by the command of its name; ids and revisions as the product makes them. */
export function written(commands: readonly CommandName[], stream = CHART): RawEvent[] {
  const counts = new Map<CommandName, number>();
  return commands.map((command, index) => {
    const count = counts.get(command) ?? 0;
    counts.set(command, count + 1);
    const commandId = COMMANDS[command];
    return {
      stream,
      revision: BigInt(index),
      id: uuidv5(`${stream}#${count}`, commandId),
      type: 'PhysicianNoteEdited',
      data: {},
      metadata: { commandId },
      position: { commit: BigInt(index), prepare: BigInt(index) },
      created: new Date(0),
    };
  });
}

export const opened = (events: readonly RawEvent[]): StoredEvent[] =>
  events.map((event) => ({ ...event, unreadable: false }) as unknown as StoredEvent);

export const acknowledged = (command: CommandName, revision: number, more: Partial<Intention> = {}): Intention => ({
  commandId: COMMANDS[command],
  what: command,
  admission: 'a',
  acknowledged: { stream: CHART, revision },
  mayChangeNothing: false,
  sentAt: 0,
  answeredAt: 1,
  ...more,
});
