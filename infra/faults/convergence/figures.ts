/** The result of a run, as lines of text. */
import type { Converged } from './converge.ts';

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function linesOf({
  counts,
  broken,
  differences,
  events,
  restarts,
  waits,
  transfers,
  erased,
  settledAfter,
}: Converged): string[] {
  const sorted = waits.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const rank = (percent: number): string =>
    seconds(sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0);
  const longest = waits.toSorted((one, other) => other.ms - one.ms)[0];
  const before = longest && restarts.findLast(({ at }) => at <= longest.at + longest.ms);
  const killed = restarts.map(({ service }) => service).join(' ');
  const afterKill = before ? ` (${before.service} was killed last)` : '';
  const ofWrites =
    `lost ${broken.lost.length}, doubled ${broken.doubled.length}, ` +
    `refused but written ${broken.refusedButWritten.length}, misplaced ${broken.misplaced.length}`;
  return [
    `edits ${counts.edits}, events ${events}; sent again with their key ${counts.repeated}, refused ${counts.refused}`,
    `conflicts ${counts.conflicts} (mine ${counts.keptMine}, theirs ${counts.tookTheirs}), merged ${counts.merged}`,
    `connections dropped ${counts.drops}, services killed ${restarts.length} (${killed})`,
    `reads ${counts.reads}, failed ${counts.readsFailed}, stale ${counts.staleReads}, went back ${counts.wentBack}`,
    `from acknowledgement to another screen: p50 ${rank(50)}, p95 ${rank(95)}, p99 ${rank(99)}, ` +
      `longest ${seconds(longest?.ms ?? 0)}${afterKill}`,
    `transfers ${transfers}, patients erased ${erased}`,
    `agreed ${seconds(settledAfter)} after the last edit`,
    `${ofWrites}, differences ${differences.length}`,
    ...[...broken.lost, ...broken.doubled, ...broken.refusedButWritten, ...broken.misplaced, ...differences].slice(
      0,
      20,
    ),
  ];
}

export const isSound = ({ broken, differences }: Converged): boolean =>
  differences.length === 0 && Object.values(broken).every((list: readonly string[]) => list.length === 0);
