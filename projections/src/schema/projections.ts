/**
 * Which projection handles which streams. One projection handles a stream, so that a revision means one thing to every
 * reader. `audit` is the exception, beside the others: readers of other rows neither wait for it nor are stale when it
 * is parked.
 */

export const projectedPrefixes = {
  directory: ['user-', 'team-'],
  patients: ['patient-'],
  clinical: ['admission-'],
  /** The stream `catalogue` has no id of its own. */
  catalogue: ['catalogue', 'drug-'],
  accesses: ['access-'],
  audit: ['admission-', 'patient-'],
} as const satisfies Record<string, readonly string[]>;

export type ProjectionName = keyof typeof projectedPrefixes;

export const projectionNames = Object.keys(projectedPrefixes) as readonly ProjectionName[];
export const allPrefixes: readonly string[] = [...new Set(Object.values(projectedPrefixes).flat())];

export const AUDIT: ProjectionName = 'audit';

/** Every projection that projects the stream, `audit` included. */
export const projectionsOf = (stream: string): readonly ProjectionName[] =>
  projectionNames.filter((name) => projectedPrefixes[name].some((prefix) => stream.startsWith(prefix)));

/** The projection of the stream, never `audit`. @returns undefined for a stream without a read model */
export const projectionOf = (stream: string): ProjectionName | undefined =>
  projectionsOf(stream).find((name) => name !== AUDIT);
