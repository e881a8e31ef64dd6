/** Checks the settings of all processes before the first one starts, and reports all mistakes in one message. */
import { type Mistake, refuseMistakes } from 'service-kit/process/settings';
import { settings as commandApi } from 'command-api/settings';
import { settings as projections } from 'projections/settings';
import { settings as queryApi } from 'query-api/settings';
import { settings as eventLog } from '../event-log/settings.ts';
import { settings as gateway } from '../gateway/settings.ts';
import { tlsSettings } from '../gateway/tls-files.ts';
import { settings as product } from '../product/settings.ts';
import { seedingAccount, settings as seed } from '../seed/settings.ts';
import {
  type Connections,
  type ProductSettings,
  productSettings,
  serviceEnvironment,
  type ServiceName,
} from './service-environments.ts';
import { misspelledIn } from './misspelled.ts';
import { settings as launcher } from './settings.ts';

const services: Readonly<
  Record<ServiceName, { readonly names: readonly string[]; mistakes(env: NodeJS.ProcessEnv): readonly Mistake[] }>
> = {
  'event-log': eventLog,
  'command-api': commandApi,
  projections,
  'query-api': queryApi,
  gateway,
  product,
  seed: { names: seed.names, mistakes: (env) => [...seed.mistakes(env), ...accountMistakes(env)] },
};

/** Settings that are used together or not at all. */
const PAIR: readonly string[] = Object.keys(tlsSettings);

/** The environment without the variables that are wrong, so that the others can be checked. */
function withoutMistakes(env: NodeJS.ProcessEnv, mistakes: readonly Mistake[]): NodeJS.ProcessEnv {
  const wrong = mistakes.flatMap(({ name }) => (PAIR.includes(name) ? PAIR : [name]));
  return { ...env, ...Object.fromEntries(wrong.map((name) => [name, ''])) };
}

function accountMistakes(env: NodeJS.ProcessEnv): readonly Mistake[] {
  const values = seed.read(withoutMistakes(env, seed.mistakes(env)));
  const account = values.SEED === 'none' ? undefined : seedingAccount(values);
  return account && 'mistakes' in account ? account.mistakes : [];
}

/** Placeholders for the values that are known when the engines run. */
const placeholders: Connections = {
  databaseUrl: 'postgres://127.0.0.1/clinical_pharmacy',
  eventstoreUrl: 'esdb://127.0.0.1:2113',
  masterKeys: [Buffer.alloc(32)],
  commandApiUrl: 'http://127.0.0.1:1',
  queryApiUrl: 'http://127.0.0.1:1',
  projectionsUrl: 'http://127.0.0.1:1',
};

/** Each setting of a start once, with what it is. Not those that the launcher gives to its services. */
export function describedSettings(): readonly { readonly name: string; readonly about: string }[] {
  const shapes = [launcher, commandApi, queryApi, gateway].map(({ shape }) => Object.entries(shape));
  const about = new Map(
    shapes
      .flat()
      .toReversed()
      .map(([name, one]) => [name, one.about]),
  );
  return [...about]
    .filter(([name]) => !GIVEN.includes(name))
    .map(([name, text]) => ({ name, about: text }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
const GIVEN: readonly string[] = [
  'LOCAL_URL',
  'SEED_SECRET',
  'STATIC_DIR',
  'COMMAND_API_URL',
  'QUERY_API_URL',
  'PROJECTIONS_URL',
];

const knownNames: readonly string[] = [
  ...new Set([launcher, ...Object.values(services)].flatMap(({ names }): readonly string[] => names)),
];

/**
 * Names of a file of settings that nothing reads. Variables of Node, of Postgres's client, of traces, of proxies and of
 * the system are for others.
 */
const OF_OTHERS =
  /^(NODE_|PG|OTEL_|LC_|SSL_CERT_|MALLOC_|UV_)|_proxy$|^(LANG|LANGUAGE|TZ|PATH|TMPDIR|HOME|USER|RELEASE_VERSION)$/i;
const unknownIn = (names: readonly string[]): readonly Mistake[] =>
  names
    .filter((name) => !OF_OTHERS.test(name) && !knownNames.includes(name))
    .map((name) => ({ name, sentence: `${name}: is no setting: correct or remove it.` }));

/**
 * @param fileNames the names in the file of settings of an installed release
 * @throws SettingsError with one sentence for each mistake of any process
 */
export function checkedSettings(env: NodeJS.ProcessEnv, fileNames: readonly string[] = []): ProductSettings {
  const misspelled = misspelledIn(env, knownNames, GIVEN);
  const unknown = unknownIn(fileNames).filter(({ name }) => !misspelled.some((one) => one.name === name));
  const own = [...misspelled, ...unknown, ...launcher.mistakes(env)];
  const rest = withoutMistakes(env, own);
  const productValues = productSettings(launcher.read(rest));
  const others = (Object.keys(services) as ServiceName[]).flatMap((name) => {
    // PORT is the launcher's setting; each service gets a free port.
    return services[name].mistakes({ ...serviceEnvironment(name, rest, productValues, placeholders), PORT: '1' });
  });
  const reported = new Set(own.map(({ name }) => name));
  refuseMistakes([...own, ...others.filter(({ name }) => !reported.has(name))]);
  return productValues;
}
