/**
 * The process that makes the load and measures the time. Its parent requests one measurement after the other.
 */
import { appendAtPace, appendBurst, appendRate } from './appends.ts';
import { batchedInserts, pooledInserts, sequentialInserts } from './bare-inserts.ts';
import { readAllRate, readStreamRate, subscriptionRate } from './reads.ts';
import { Subscribers, type Subscribe } from './subscribers.ts';

const subscribers = new Subscribers();
const measurements = {
  sequentialInserts,
  pooledInserts,
  batchedInserts,
  appendRate,
  appendAtPace,
  appendBurst,
  readAllRate,
  readStreamRate,
  subscriptionRate,
  subscribe: (options: Subscribe) => subscribers.open(options),
  heard: (options: { events: number }) => subscribers.heard(options),
  unsubscribe: () => subscribers.close(),
};
export type Measurements = typeof measurements;

export interface MeasurementRequest {
  readonly name: keyof Measurements;
  readonly options: never;
}
export type MeasurementAnswer = { readonly result: unknown } | { readonly error: string };

process.on('message', ({ name, options }: MeasurementRequest) => {
  const measurement: (options: never) => Promise<unknown> = measurements[name];
  measurement(options).then(
    (result) => process.send?.({ result } satisfies MeasurementAnswer),
    (error: unknown) =>
      process.send?.({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies MeasurementAnswer),
  );
});
process.on('disconnect', () => process.exit());
