/** `npm run bench:history`: the history of an admission with 5,000 events, and searches and reports of the past. */
import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import type { Admission, Patient, Team } from 'command-api/contract/entities';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import { signUp } from '../../seed/api-client.ts';
import { startProduct } from '../../test/product.ts';
import { heading, row, summarise, verdict } from '../figures.ts';
import { measureErrors } from './errors.ts';
import { writeLongStay } from './long-stay.ts';
import { measureReports } from './reports.ts';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 5_000);
const TIMES = 60;
const TARGET_MS = 150;

/** `chart`, `errors` or `reports` runs that part alone. */
const only = process.env['BENCH_ONLY'];
const [load = 0] = loadavg();
const product = await startProduct({ env: { LOG_LEVEL: 'warn', CAPTCHA: 'off', RATE_LIMIT: 'off' } });
try {
  const account = {
    firstName: 'Bench',
    lastName: 'Auditor',
    email: 'bench@bench.test',
    phone: '',
    password: 'bench-pass-1',
  };
  const person = await signUp(product.url, account);
  const login = await fetch(new URL('/api/users/login', product.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  const { token, _id: author } = (await login.json()) as { token: string; _id: string };
  const key = (): string => randomUUID();
  const { _id: team } = await person.send<Team>('POST', '/api/teams', key(), {
    name: 'Bench',
    specialty: 1,
    about: '',
  });
  const { _id: patient } = await person.send<Patient>('POST', '/api/patients', key(), {
    team,
    firstName: 'محمد',
    middleName: '',
    lastName: '',
    fourthName: '',
    birthdate: '1960-01-01',
    medicalRecordNumber: '',
  });
  const { _id: admission } = await person.send<Admission>('POST', '/api/admissions', key(), {
    patient,
    team,
    admissionDate: calendarDateIn('Africa/Cairo', new Date()),
    admissionDetails: '',
  });
  console.log(`${cpus().length} cores, Node ${process.version}, load before the run ${load.toFixed(1)}`);
  if (only === undefined || only === 'chart') await measureChart({ admission, patient, team, author, token });
  if (only === undefined || only === 'errors') await measureErrors(product, { team, token });
  if (only === undefined || only === 'reports') await measureReports(product, { team, author, token });
} finally {
  await product.stop();
}

async function measureChart({
  token,
  ...stay
}: {
  admission: string;
  patient: string;
  team: string;
  author: string;
  token: string;
}): Promise<void> {
  const { admission } = stay;
  const entry = await writeLongStay(product, stay, EVENTS - 1);

  const ask = async (path: string): Promise<number> => {
    const sent = performance.now();
    const response = await fetch(`${product.url}/api/history/${path}`, {
      headers: { authorization: `bearer ${token}` },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - sent;
  };
  const asked: Readonly<Record<string, (time: number) => string>> = {
    'timeline, a page': (time) => `admissions/${admission}?pageNumber=${1 + ((time * 37) % 250)}`,
    'timeline of one entry': () => `admissions/${admission}?of=entry:${entry}`,
    'when its changes were': () => `admissions/${admission}/moments`,
    'the chart at a revision': (time) => `admissions/${admission}?at=${(time * 613) % EVENTS}`,
    'the chart as it stands': () => `admissions/${admission}?at=${EVENTS - 1}`,
    'the life of an entry': () => `entries/${entry}?review=${admission}.r0`,
    verify: () => `admissions/${admission}/verify`,
    export: () => `admissions/${admission}/export`,
  };
  console.log(`An admission of ${EVENTS} events`);
  console.log(`first look, before anything is cached: ${(await ask(`admissions/${admission}`)).toFixed(0)} ms`);
  console.log(heading);
  for (const [what, path] of Object.entries(asked)) {
    const taken: number[] = [];
    for (let time = 0; time < TIMES; time += 1) taken.push(await ask(path(time)));
    const figures = summarise(taken, what);
    console.log(row(what, figures));
    if (what !== 'verify' && what !== 'export') console.log(verdict(`${what} p95`, figures.p95, TARGET_MS));
  }
}
