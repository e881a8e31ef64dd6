/**
 * Fills a new installation with the product's own commands: `SEED=demo` a whole demo hospital, `SEED=catalogue` error
 * types, tags, drugs and statements, `SEED=none` nothing. Each command has a fixed key, so an interrupted run can be resumed and a
 * second run writes nothing.
 */
import type { AccountPage } from 'language/contract/accounts';
import { DEMO_DOMAIN, DEMO_MARKER } from 'language/contract/seed';
import { addDays, type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import { createLogger } from 'service-kit/process/logger';
import { refuseMistakes, SettingsError } from 'service-kit/process/settings';
import type * as z from 'zod';
import type { Tag } from 'language/contract/entities';
import { seedCatalogue } from './catalogue.ts';
import { seedCharts } from './demo-charts.ts';
import { withFindings } from './demo-findings.ts';
import { demoTeams, seedTeams } from './demo-people.ts';
import { FOUNDED_DAYS_AGO, isOpen, planHospital, planStepDown, recordedBefore } from './demo-plan.ts';
import { leftToFill, seedPriority } from './demo-priority.ts';
import { seedTemplates } from './demo-templates.ts';
import { type Past, type Person, RefusedError, signIn } from './api-client.ts';
import type { Times } from './hospital-clock.ts';
import type { Seeded } from './messages.ts';
import { instantAt } from './hospital-clock.ts';
import { seedingAccount, settings } from './settings.ts';

const logger = createLogger('seed', process.env['LOG_LEVEL'] || 'info');

/**
 * The last command of each seed adds this tag. It is read first, so that a second run costs two reads. Where the command
 * API alone answers, it refuses the past of a demo that is complete, and gives the first answers of a catalogue again.
 */
const marker = { demo: DEMO_MARKER, catalogue: 'sample catalogue' } as const;

/**
 * The admin account, which the command API makes at its start. Undefined if it has another password by now: a person
 * has taken it over.
 */
async function adminAccount(
  base: string,
  email: string,
  password: string,
  past: Past | undefined,
): Promise<Person | undefined> {
  try {
    return await signIn(base, email, password, past);
  } catch (error) {
    if (error instanceof RefusedError && error.reason === 'wrong-login') return undefined;
    throw error;
  }
}

/** @throws SettingsError where other people have accounts: those of the demo have a public password */
async function refuseBesideOthers(admin: Person, adminEmail: string): Promise<void> {
  const { accounts, total } = await admin.get<AccountPage>('/api/accounts');
  const own = accounts.filter(({ email }) => email === adminEmail || email.endsWith(DEMO_DOMAIN));
  if (own.length < total)
    throw new SettingsError(
      'SEED: cannot be demo: other people have accounts here, and the demo makes accounts with a public password. ' +
        'Nothing was written.',
    );
}

/** The catalogue, the people and their teams are older than all other data of the demo. */
function foundedOn(today: CalendarDate, timeZone: string): Times {
  const occurredAt = instantAt(timeZone, addDays(today, -FOUNDED_DAYS_AGO), 9 * 60);
  return { occurredAt, recordedAt: new Date(occurredAt.getTime() + 1_000) };
}

async function seed(): Promise<void> {
  const values = settings.read(process.env);
  const { BASE_URL: base, SEED, TIME_ZONE, SEED_SECRET: secret, COMMAND_API_URL: commandApi } = values;
  if (SEED === 'none') return;
  const startedAt = Date.now();
  const named = seedingAccount(values);
  if ('mistakes' in named) return refuseMistakes(named.mistakes);
  const past = SEED === 'demo' && secret !== undefined && commandApi !== undefined ? { commandApi, secret } : undefined;
  const admin = await adminAccount(base, named.account.email, named.account.password, past);
  if (!admin) {
    logger.warn('the admin account has another password now: nothing is seeded');
    return;
  }
  const isThere = (): void => {
    logger.info('the sample data is there');
    process.send?.({ seeded: SEED } satisfies z.input<typeof Seeded>);
  };
  const areReadsAnswered = base !== commandApi;
  if (areReadsAnswered && (await admin.get<Tag[]>('/api/tags')).some(({ label }) => label === marker[SEED]))
    return isThere();
  if (areReadsAnswered && SEED === 'demo') await refuseBesideOthers(admin, named.account.email);
  const now = new Date();
  const today = calendarDateIn(TIME_ZONE, now);
  const founded = foundedOn(today, TIME_ZONE);
  if (SEED === 'demo' && !past)
    logger.warn('without SEED_SECRET and COMMAND_API_URL all of the demo is done and recorded now');
  logger.info('writing the sample catalogue');
  const written = await Promise.all([
    seedCatalogue(admin, SEED === 'demo', founded),
    SEED === 'demo' ? seedTeams(base, past, founded) : [],
  ]).catch((error: unknown) => {
    // Another version of the program has written its sample catalogue with the same keys.
    const isWritten = (reason: string | undefined) => reason === 'not-the-seed' || reason === 'idempotency-key-reused';
    if (error instanceof RefusedError && isWritten(error.reason)) return undefined;
    throw error;
  });
  if (!written) return isThere();
  const [catalogue, teams] = written;
  logger.info(
    { errorTypes: catalogue.errorTypes.size, drugs: catalogue.drugs.length },
    'sample catalogue: have your own clinical pharmacists review it',
  );
  if (SEED === 'demo') {
    const [ofIcu, ofWard] = planHospital([demoTeams[0].patients, demoTeams[1].patients], today, TIME_ZONE);
    const inIcu = withFindings(0, recordedBefore(now, ofIcu));
    const stepDown = planStepDown(today, TIME_ZONE).slice(0, leftToFill(inIcu.filter(isOpen).length));
    const patients = [[...inIcu, ...recordedBefore(now, stepDown)], withFindings(1, recordedBefore(now, ofWard))];
    logger.info({ patients: patients.flat().length }, 'writing the charts of the demo');
    const [admissions] = await Promise.all(
      teams.map(async (team, index) => {
        await seedTemplates(team, index, catalogue, founded);
        return seedCharts(team, catalogue, patients[index] ?? []);
      }),
    );
    const [icu, ward] = teams;
    const marked = stepDown.flatMap(({ bed }) => admissions?.get(bed) ?? []);
    if (icu && ward) await seedPriority([icu, ward], catalogue, { today, timeZone: TIME_ZONE }, marked);
  }
  await admin.send('POST', '/api/tags', `tag:${marker[SEED]}`, { label: marker[SEED] });
  logger.info({ seconds: Math.round((Date.now() - startedAt) / 100) / 10 }, 'seeded');
  process.send?.({ seeded: SEED } satisfies z.input<typeof Seeded>);
}

try {
  await seed();
} catch (error) {
  if (error instanceof SettingsError) logger.fatal(error.message);
  else logger.fatal({ error }, 'the seed could not be written');
  process.exitCode = error instanceof SettingsError ? 78 : 1;
}
