import type { NamedProcess } from '../processes/process-tree.ts';

/**
 * `BENCH_PIDS`, such as `EventStoreDB=123,Redis=456`: processes that cannot be found by their address.
 * @throws RangeError with a sentence
 */
export function namedPids(text: string | undefined): NamedProcess[] {
  if (!text) return [];
  return text.split(',').map((part) => {
    const [, name, pid] = /^\s*([^=]+)=(\d+)\s*$/.exec(part) ?? [];
    if (name === undefined || pid === undefined)
      throw new RangeError('BENCH_PIDS has names and process ids, such as EventStoreDB=123,Redis=456');
    return { name, pid: Number(pid) };
  });
}
