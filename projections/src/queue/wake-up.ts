import { type ProjectionName, projectionsOf } from '../schema/projections.ts';

/** One projection looks at one stream. */
export interface WakeUp {
  readonly projection: ProjectionName;
  readonly stream: string;
}

/** A wake-up of each projection that has rows of the streams. */
export const wakeUpsOf = (streams: Iterable<string>): WakeUp[] =>
  [...streams].flatMap((stream) => projectionsOf(stream).map((projection) => ({ projection, stream })));
