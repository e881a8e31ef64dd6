/** The result of the planted bugs as a table. */
import type { Checker, Finding } from '../checks/check-run.ts';

export interface Judged {
  readonly name: string;
  /** Undefined: nothing may be found. */
  readonly expects: Checker | undefined;
  readonly findings: readonly Finding[];
  /** Why the run itself failed. */
  readonly failed: string | undefined;
  readonly runs: number;
  /** Of all runs. */
  readonly seconds: number;
}

/** A bug is caught by the checker that is there for it. Without a bug nothing is found. */
export const isExpected = ({ expects, findings, failed }: Judged): boolean =>
  expects === undefined
    ? findings.length === 0 && failed === undefined
    : findings.some(({ checker, says }) => checker === expects && !says.startsWith('Unknown:'));

export function tableOf(judged: readonly Judged[]): string {
  const rows = judged.map((one) => {
    const others = new Set(one.findings.map(({ checker }) => checker).filter((checker) => checker !== one.expects));
    const caught = isExpected(one)
      ? (one.expects ?? 'nothing, as expected')
      : one.expects
        ? 'SURVIVED'
        : 'FOUND SOMETHING';
    const also = [...(one.failed === undefined ? [] : ['the run itself']), ...others].join(', ');
    return `| ${one.name} | ${caught} | ${also} | ${one.runs} | ${one.seconds.toFixed(0)} |`;
  });
  return ['| planted bug | caught by | also by | runs | seconds |', '|---|---|---|---|---|', ...rows].join('\n');
}
