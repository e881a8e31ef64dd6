/**
 * The settings of every process that the launcher will start, checked before the first of them starts: all mistakes in
 * one message.
 */
import { type Mistake, refuseMistakes } from 'service-kit/process/settings';
import { settings as commandApi } from 'command-api/settings';
import { settings as projections } from 'projections/settings';
import { settings as queryApi } from 'query-api/settings';
import { settings as eventLog } from '../event-log/settings.ts';
import { settings as gateway } from '../gateway/settings.ts';
import { seedingAccount, settings as seed } from '../seed/settings.ts';
import { type Chosen, chosen, type Known, serviceEnvironment, type ServiceName } from './service-environments.ts';
import { settings as launcher } from './settings.ts';

const services: Readonly<Record<ServiceName, { mistakes(env: NodeJS.ProcessEnv): readonly Mistake[] }>> = {
  'event-log': eventLog,
  'command-api': commandApi,
  projections,
  'query-api': queryApi,
  gateway,
  seed: { mistakes: (env) => [...seed.mistakes(env), ...withoutAccount(env)] },
};

/** Without what is wrong by itself, so that everything else can be checked. */
const usable = (env: NodeJS.ProcessEnv, mistakes: readonly Mistake[]): NodeJS.ProcessEnv => ({
  ...env,
  ...Object.fromEntries(mistakes.map(({ name }) => [name, ''])),
});

function withoutAccount(env: NodeJS.ProcessEnv): readonly Mistake[] {
  const values = seed.read(usable(env, seed.mistakes(env)));
  const named = values.SEED === 'none' ? undefined : seedingAccount(values);
  return named && 'mistakes' in named ? named.mistakes : [];
}

/** In place of what is known when the engines run. */
const somewhere: Known = {
  databaseUrl: 'postgres://127.0.0.1/clinical_pharmacy',
  eventstoreUrl: 'esdb://127.0.0.1:2113',
  masterKey: Buffer.alloc(32).toString('base64'),
  commandApiUrl: 'http://127.0.0.1:1',
  queryApiUrl: 'http://127.0.0.1:1',
  projectionsUrl: 'http://127.0.0.1:1',
};

/** @throws SettingsError with one sentence a mistake, whichever process would have found it */
export function checkedSettings(env: NodeJS.ProcessEnv): Chosen {
  const own = launcher.mistakes(env);
  const rest = usable(env, own);
  const product = chosen(launcher.read(rest));
  const others = (Object.keys(services) as ServiceName[]).flatMap((name) => {
    // PORT is the launcher's; a service gets one that is free.
    return services[name].mistakes({ ...serviceEnvironment(name, rest, product, somewhere), PORT: '1' });
  });
  const named = new Set(own.map(({ name }) => name));
  refuseMistakes([...own, ...others.filter(({ name }) => !named.has(name))]);
  return product;
}
