/** The engines of the settings, which the product uses instead of the embedded ones, and the faults that they allow. */
import { addressesOf, isLoopback } from '../../test/engine-address.ts';
import { type FaultyService, faultyServices, type LinkName, linkNames } from './fault.ts';

export const engineNames = ['event-log', 'postgres', 'redis'] as const satisfies readonly FaultyService[];
export type EngineName = (typeof engineNames)[number];

/** Their addresses. Without an event log or a Postgres the run has an embedded one; without a Redis there is none. */
export type Engines = Readonly<Partial<Record<EngineName, string | undefined>>>;

export interface Targets {
  readonly services: readonly FaultyService[];
  readonly links: readonly LinkName[];
}

/** An engine of another machine is reached through a link, and is neither ended nor stopped. */
export function targetsOf(engines: Engines): Targets {
  const isHere = (name: FaultyService): boolean => {
    const url = engineNames.some((one) => one === name) ? engines[name as EngineName] : undefined;
    return url === undefined ? name !== 'redis' : addressesOf(url).every(isLoopback);
  };
  return {
    services: faultyServices.filter(isHere),
    links: linkNames.filter((name) =>
      name === 'log-postgres' ? engines['event-log'] === undefined : name !== 'redis' || engines.redis !== undefined,
    ),
  };
}
