/** Which engines a run of faults takes instead of the embedded ones, and how it starts them. */
import { defineSettings, type Mistake, setting } from 'service-kit/process/settings';
import * as z from 'zod';
import { settings as launcher } from '../../start/settings.ts';
import { addressesOf, isLoopback } from '../../test/engine-address.ts';
import type { Engines, GivenEngine } from './engines.ts';

const command = (engine: string) =>
  setting(
    z.string().optional(),
    `Command of a shell that starts ${engine}, in a new, empty folder; unset: it runs already, and no fault ends or stops it`,
  );

export const engineSettings = defineSettings(
  {
    DATABASE_URL: launcher.shape.DATABASE_URL,
    DATABASE_COMMAND: command('the Postgres of DATABASE_URL'),
    EVENTSTORE_URL: launcher.shape.EVENTSTORE_URL,
    EVENTSTORE_COMMAND: command('the event log of EVENTSTORE_URL'),
    REDIS_URL: launcher.shape.REDIS_URL,
    REDIS_COMMAND: command('the Redis of REDIS_URL'),
  },
  (values) =>
    (['DATABASE', 'EVENTSTORE', 'REDIS'] as const).flatMap((name) => {
      const url = values[`${name}_URL`];
      return values[`${name}_COMMAND`] === undefined ? [] : mistakesOf(`${name}_COMMAND`, `${name}_URL`, url);
    }),
);

/** What a command starts is found by its port, so there is one server, and it is on this machine. */
function mistakesOf(name: string, urlName: string, url: string | undefined): Mistake[] {
  if (url === undefined) return [{ name, sentence: `${name} needs ${urlName}, the address of what it starts.` }];
  const addresses = addressesOf(url);
  if (addresses.length === 1 && addresses.every(isLoopback)) return [];
  return [{ name, sentence: `${name} starts a server on this machine: ${urlName} must be one loopback address.` }];
}

/** @throws SettingsError with one sentence for each mistake */
export function enginesIn(env: NodeJS.ProcessEnv): Engines {
  const read = engineSettings.read(env);
  const given = (url: string | undefined, start: string | undefined): GivenEngine | undefined =>
    url === undefined ? undefined : { url, command: start };
  return {
    'event-log': given(read.EVENTSTORE_URL, read.EVENTSTORE_COMMAND),
    postgres: given(read.DATABASE_URL, read.DATABASE_COMMAND),
    redis: given(read.REDIS_URL, read.REDIS_COMMAND),
  };
}
