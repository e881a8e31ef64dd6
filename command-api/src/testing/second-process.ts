/**
 * For `*.int.spec.ts` that race: a second process of the service on a hospital's installation, as far as the log can tell. Within one
 * process, commands on a stream wait in line and would never meet.
 */
import { startCommandApi } from '../command-api.ts';
import { createLogger } from '../service/log.ts';
import { settings } from '../settings.ts';
import type { Answered, Caller, Hospital } from './hospital.ts';

export interface TwoProcesses {
  /** At the first (0) or the second (1). */
  ask<Body>(which: number, caller: Caller, method: string, path: string, body?: object): Promise<Answered<Body>>;
  stop(): Promise<void>;
}

export async function withSecondProcess(hospital: Hospital): Promise<TwoProcesses> {
  const { databaseUrl, eventstoreUrl, masterKey } = hospital.installation;
  const values = { PORT: '0', DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventstoreUrl, MASTER_KEY: masterKey, DATA_DIR: hospital.dataDir, CAPTCHA: 'off', RATE_LIMIT: 'off' };
  const second = await startCommandApi(settings.read(values), createLogger('command-api', 'silent'));
  const urls = [hospital.url, `http://127.0.0.1:${second.port}`];
  return {
    async ask<Body>(which: number, caller: Caller, method: string, path: string, body?: object) {
      const headers = { authorization: `bearer ${caller.me.token}`, ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(`${urls[which % 2]}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: answer.status, body: (await answer.json()) as Body };
    },
    stop: () => second.stop(),
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
