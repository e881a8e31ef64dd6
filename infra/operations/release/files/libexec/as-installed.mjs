/**
 * Preloaded by `bin/clinical-pharmacy`: takes the settings of the installation into the environment, and goes on as the
 * user of the product, so that a command of root leaves no files that the service cannot use. Threads and processes that
 * the command starts have both already.
 */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isMainThread } from 'node:worker_threads';

const LOADED = 'CLINICAL_PHARMACY_SETTINGS';

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

/** The version that runs: the security log says when it is another one. */
const release = () => parseEnv(readFileSync(new URL('../MANIFEST', import.meta.url), 'utf8')).VERSION ?? '';

if (isMainThread && !process.env[LOADED]) {
  const prefix = process.env.CLINICAL_PHARMACY_PREFIX;
  const { DATA, OWNER, GROUP, SETTINGS } = parseEnv(readFileSync(`${prefix}/installation.conf`, 'utf8'));
  let settings;
  try {
    settings = parseEnv(readFileSync(SETTINGS, 'utf8'));
  } catch {
    fail(`The settings in ${SETTINGS} cannot be read: run this as root.`);
  }
  // Alone, the event log listens on a port and an address of its own.
  if (process.env.CLINICAL_PHARMACY_COMMAND === 'event-log') for (const name of ['PORT', 'HOST']) delete settings[name];
  Object.assign(process.env, {
    NODE_ENV: 'production',
    DATA_DIR: DATA,
    ...settings,
    RELEASE_VERSION: release(),
    [LOADED]: SETTINGS,
    // The launcher refuses those that it does not know.
    CLINICAL_PHARMACY_NAMES: Object.keys(settings).join(' '),
  });
  if (process.getuid() === 0 && OWNER !== 'root') {
    process.initgroups(OWNER, GROUP);
    process.setgid(GROUP);
    process.setuid(OWNER);
  }
  if (process.env.CLINICAL_PHARMACY_COMMAND === 'start') process.chdir(DATA);
}
