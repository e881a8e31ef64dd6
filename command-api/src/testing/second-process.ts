/**
 * For `*.int.spec.ts` that race: a second process of the service on a hospital's installation, as far as the log can
 * tell. Within one process, commands on a stream wait in line and would never meet.
 */
import type { Answered, Caller, Headers, TestEnvironment } from './test-environment.ts';

export interface TwoProcesses {
  /** At the first (0) or the second (1). */
  ask<Body>(
    which: number,
    caller: Caller,
    method: string,
    path: string,
    body?: object,
    headers?: Headers,
  ): Promise<Answered<Body>>;
}

/** The second one ends with the hospital. */
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

/** So many races, some at a time, each with its number. */
export async function races(count: number, race: (n: number) => Promise<void>, atOnce = 8): Promise<void> {
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < count) await race(begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
