import type { ProjectionName } from '../schema/projections.ts';

/** One projection looks at one stream. */
export interface WakeUp {
  readonly projection: ProjectionName;
  readonly stream: string;
}
