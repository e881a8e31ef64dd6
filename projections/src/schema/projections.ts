/**
 * Which projection answers for which streams: a stream is projected by one, so that a revision means one thing to every
 * reader. The auditor's is one of its own beside those: readers of other rows neither wait for it nor hear that it
 * stands still.
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

/** Every projection that the stream is news to. */
export const projectionsOf = (stream: string): readonly ProjectionName[] =>
  projectionNames.filter((name) => projectedPrefixes[name].some((prefix) => stream.startsWith(prefix)));

/** The one that answers for the stream. @returns undefined for a stream that no read model is made of. */
export const projectionOf = (stream: string): ProjectionName | undefined =>
  projectionsOf(stream).find((name) => name !== AUDIT);
