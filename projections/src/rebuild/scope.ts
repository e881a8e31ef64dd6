/** Which projections a rebuild makes again, and their tables. */
import type { Table } from '../read-models/table.ts';
import { readModels } from '../read-models/all.ts';
import { AUDIT, projectedPrefixes, type ProjectionName, projectionNames } from '../schema/projections.ts';

export interface Scope {
  readonly projections: readonly ProjectionName[];
  /** The tables of which a fold makes rows; parents before their children. */
  readonly described: readonly Table[];
  /** All tables of these projections, by name. */
  readonly tables: readonly string[];
  /** The prefixes of the streams. */
  readonly prefixes: readonly string[];
}

/** Its rows are shared by the streams of a patient and of their admissions, so no fold reads it. */
const AUDITED_PATIENT = 'audited_patient';

export function scopeOf(projections: readonly ProjectionName[] = projectionNames): Scope {
  const described = [
    ...new Set(
      projections.flatMap((name) =>
        projectedPrefixes[name].flatMap((prefix) =>
          readModels[name]
            .tablesOf(prefix)
            .toReversed()
            .flatMap((table) => [table, ...(table.past ? [table.past] : [])]),
        ),
      ),
    ),
  ];
  return {
    projections,
    described,
    tables: [
      ...described.map(({ name }) => name),
      ...(projections.includes(AUDIT) ? [AUDITED_PATIENT] : []),
    ].toSorted(),
    prefixes: [...new Set<string>(projections.flatMap((name) => projectedPrefixes[name]))],
  };
}
