/**
 * Fills a new installation through the product's own commands: `SEED=demo` a whole demo hospital, `SEED=catalogue` error types,
 * tags and drugs, `SEED=none` nothing. Every command has a fixed key, so a run that was cut off goes on where it was
 * and a second run writes nothing.
 */
import { calendarDateIn } from 'command-api/domain/calendar-date';
import { createLogger } from 'command-api/service/log';
import { refuseMistakes, SettingsError } from 'command-api/service/settings';
import type { Tag } from 'command-api/contract/entities';
import { seedCatalogue } from './catalogue.ts';
import { seedCharts } from './demo-charts.ts';
import { seedTeams } from './demo-people.ts';
import { type Person, Refused, signIn } from './hospital-api.ts';
import { seedingAccount, settings } from './settings.ts';

const log = createLogger('seed', process.env['LOG_LEVEL'] || 'info');

/** The last command of each seed adds this tag: asked first, so that a later start costs two reads. */
const marker = { demo: 'demo hospital', catalogue: 'sample catalogue' } as const;

/** The admin account, which the command API makes at its start. Undefined when it has another password by now: a person has taken it over. */
async function adminAccount(base: string, email: string, password: string): Promise<Person | undefined> {
  try {
    return await signIn(base, email, password);
  } catch (error) {
    if (error instanceof Refused && error.reason === 'wrong-login') return undefined;
    throw error;
  }
}

async function seed(): Promise<void> {
  const values = settings.read(process.env);
  const { BASE_URL: base, SEED, TIME_ZONE } = values;
  if (SEED === 'none') return;
  const startedAt = Date.now();
  const named = seedingAccount(values);
  if ('mistakes' in named) return refuseMistakes(named.mistakes);
  const admin = await adminAccount(base, named.account.email, named.account.password);
  if (!admin) {
    log.warn('the admin account has another password now: nothing is seeded');
    return;
  }
  if ((await admin.get<Tag[]>('/api/tags')).some(({ label }) => label === marker[SEED])) {
    log.info('the sample data is there');
    return;
  }
  const catalogue = await seedCatalogue(admin);
  log.info({ errorTypes: catalogue.errorTypes.size, drugs: catalogue.drugs.length }, 'sample catalogue: have your own clinical pharmacists review it');
  if (SEED === 'demo') {
    const teams = await seedTeams(base);
    const today = calendarDateIn(TIME_ZONE, new Date());
    for (const team of teams) await seedCharts(team, catalogue, today);
  }
  await admin.send('POST', '/api/tags', `tag:${marker[SEED]}`, { label: marker[SEED] });
  log.info({ seconds: Math.round((Date.now() - startedAt) / 100) / 10 }, 'seeded');
}

try {
  await seed();
} catch (error) {
  if (error instanceof SettingsError) log.fatal(error.message);
  else log.fatal({ error }, 'the seed could not be written');
  process.exitCode = error instanceof SettingsError ? 78 : 1;
}
