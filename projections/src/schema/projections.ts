/** Which projection answers for which streams: a stream is projected by one, so that a revision means one thing to every reader. */

export const projectedPrefixes = {
  directory: ['user-', 'team-'],
  patients: ['patient-'],
  clinical: ['admission-'],
  /** The stream `catalogue` has no id of its own. */
  catalogue: ['catalogue', 'drug-'],
  accesses: ['access-'],
} as const satisfies Record<string, readonly string[]>;

export type ProjectionName = keyof typeof projectedPrefixes;

export const projectionNames = Object.keys(projectedPrefixes) as readonly ProjectionName[];
export const allPrefixes: readonly string[] = Object.values(projectedPrefixes).flat();

/** @returns undefined for a stream that no read model is made of. */
export const projectionOf = (stream: string): ProjectionName | undefined =>
  projectionNames.find((name) => projectedPrefixes[name].some((prefix) => stream.startsWith(prefix)));
