/**
 * For `*.int.spec.ts` that race: a second command API on the same installation, a second process to the log. Within one
 * process, commands on a stream wait for each other and never meet.
 */
import type { Answered, Caller, Headers, TestEnvironment } from './test-environment.ts';

export interface TwoProcesses {
  /** Asks the first (0) or the second (1). */
  ask<Body>(
    which: number,
    caller: Caller,
    method: string,
    path: string,
    body?: object,
    headers?: Headers,
  ): Promise<Answered<Body>>;
}

/** The second one stops with the environment. */
export async function withSecondProcess(environment: TestEnvironment): Promise<TwoProcesses> {
  const urls = [environment.url, await environment.another()];
  return {
    async ask<Body>(which: number, caller: Caller, method: string, path: string, body?: object, more?: Headers) {
      const headers = {
        authorization: `bearer ${caller.me.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...more,
      };
      const answer = await fetch(`${urls[which % 2]}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Body };
    },
  };
}

/**
 * How often each race is run: `RACES`, which `npm run faults:races` sets to a thousand. The suite runs fewer: all
 * outcomes of a race come within the first few dozen, and four thousand races took two minutes of both cores.
 */
export const RACE_COUNT = Number(process.env['RACES'] ?? 36);

/** Runs `count` races, `atOnce` at a time. Each gets its number. */
export async function races(count: number, race: (n: number) => Promise<void>, atOnce = 8): Promise<void> {
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < count) await race(begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
