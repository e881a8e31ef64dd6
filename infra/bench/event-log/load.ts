/** The process that makes the load and takes the time. The one that starts it asks for one measurement after the other. */
import { appendRate } from './appends.ts';
import { batchedInserts, pooledInserts, sequentialInserts } from './bare-inserts.ts';
import { readAllRate, readStreamRate, subscriptionRate } from './reads.ts';

const measurements = { sequentialInserts, pooledInserts, batchedInserts, appendRate, readAllRate, readStreamRate, subscriptionRate };
export type Measurements = typeof measurements;

export interface Asked {
  readonly name: keyof Measurements;
  readonly options: never;
}
export type Answered = { readonly result: unknown } | { readonly error: string };

process.on('message', ({ name, options }: Asked) => {
  measurements[name](options).then(
    (result) => process.send?.({ result } satisfies Answered),
    (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Answered),
  );
});
process.on('disconnect', () => process.exit());
