/** Commands at a fixed rate against a server: how long they take, and what they cost. */
import type { Written } from 'language/contract/entities';
import { type Summary, summarise } from '../figures.ts';
import { atRate } from '../open-loop.ts';
import type { Teammates } from '../teammates.ts';
import { type CpuTime, cpuTimeOf } from '../processes/cpu-time.ts';
import type { NamedProcess } from '../processes/process-tree.ts';

export interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
}

/** A server under load: the product, or the floor. */
export interface Target {
  /** @param index of the command, from 0 */
  readonly send: (index: number) => Promise<Written>;
  readonly mates: Teammates;
  readonly processes: readonly NamedProcess[];
}

export interface LoadFigures {
  /** Milliseconds. */
  readonly acknowledged: Summary;
  /** Milliseconds from sending until each socket has the note. */
  readonly heard: Summary;
  /** Milliseconds of CPU per command, by process. */
  readonly cpu: CpuTime;
  readonly commands: number;
}

/** Ends when every socket has the note of every command, so that all work of the commands is accounted for. */
export async function measureLoad({ send, mates, processes }: Target, rate: Rate, from = 0): Promise<LoadFigures> {
  const acknowledged: number[] = [];
  const heard: number[] = [];
  const used = await cpuTimeOf(processes, () =>
    atRate(rate, async (index) => {
      const sent = performance.now();
      const { stream, revision } = await send(from + index);
      acknowledged.push(performance.now() - sent);
      for (let mate = 0; mate < mates.count; mate += 1) heard.push((await mates.heard(mate, stream, revision)) - sent);
    }),
  );
  const commands = acknowledged.length;
  return {
    acknowledged: summarise(acknowledged, 'commands'),
    heard: summarise(heard, 'notes'),
    cpu: new Map([...used].map(([name, ms]) => [name, ms / commands])),
    commands,
  };
}
