/** The differences to expect between the rows of an older version and those of this program. */
import type { Scope } from './scope.ts';
import type { Versions } from './versions.ts';
import { readModels } from '../read-models/all.ts';

/** By table: its columns that differ, or all of it. Past states differ as the rows do. */
export type Differing = ReadonlyMap<string, readonly string[] | 'all'>;

/** @param live the versions of the rows that the screens read */
export function differingSince(live: Versions, { projections, described }: Scope): Differing {
  const differing = new Map<string, readonly string[] | 'all'>();
  const add = (table: string, column: string | undefined): void => {
    const known = differing.get(table) ?? [];
    differing.set(table, column === undefined || known === 'all' ? 'all' : [...known, column]);
  };
  for (const name of projections)
    for (const { differs } of readModels[name].changes?.slice(Math.max(0, (live.get(name) ?? 0) - 1)) ?? [])
      for (const one of differs) {
        const [table = '', column] = one.split('.');
        add(table, column);
        const past = described.find((known) => known.name === table)?.past;
        if (past) add(past.name, column);
      }
  return differing;
}
