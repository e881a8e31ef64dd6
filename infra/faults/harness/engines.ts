/**
 * The engines of the settings: which faults a run may do to them. A run ends or stops only what it has started itself: an
 * engine that only has an address is reached through a link, and goes on running.
 */
import { type FaultyService, faultyServices, type LinkName, linkNames } from './fault.ts';

export const engineNames = ['event-log', 'postgres', 'redis'] as const satisfies readonly FaultyService[];
export type EngineName = (typeof engineNames)[number];

export interface GivenEngine {
  readonly url: string;
  /** The command of a shell that starts it. Undefined: it runs already, and is neither ended nor stopped. */
  readonly command: string | undefined;
}

/** Without an event log or a Postgres the run has an embedded one; without a Redis there is none. */
export type Engines = Readonly<Partial<Record<EngineName, GivenEngine | undefined>>>;

/** What a fault may hit. */
export interface Targets {
  readonly services: readonly FaultyService[];
  readonly links: readonly LinkName[];
}

export function targetsOf(engines: Engines): Targets {
  const hasEngine = (name: string): boolean => name !== 'redis' || engines.redis !== undefined;
  return {
    services: faultyServices.filter((name) => hasEngine(name) && !isForeign(engines, name)),
    links: linkNames.filter((name) => (name === 'log-postgres' ? engines['event-log'] === undefined : hasEngine(name))),
  };
}

/** @returns a sentence for each engine that is neither ended nor stopped */
export const leftOutOf = (engines: Engines): string[] =>
  engineNames
    .filter((name) => isForeign(engines, name))
    .map((name) => `left out: the end of ${name} (no command starts it again)`);

const isForeign = (engines: Engines, name: FaultyService): boolean => {
  const engine = engineNames.find((one) => one === name);
  const given = engine && engines[engine];
  return given !== undefined && given.command === undefined;
};
