/** The demo hospital of the browser tests, and calls to it over HTTP. */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Admission, Member, Patient, SignedIn, Team, TradeLabelRow } from 'language/contract/entities';
import { startProduct, type Product } from 'infra/verification/test/product';

export const PASSWORD = 'demo-pass-1';
export const mona = { email: 'mona@demo.test', name: 'Mona Farouk' };
export const omar = { email: 'omar@demo.test', name: 'Omar Shaker' };
export const admin = { email: 'admin@demo.test' };
/** Salma is the admin of the second team, and Tarek its member. */
export const salma = { email: 'salma@demo.test', name: 'سلمى حجازي' };
export const tarek = { email: 'tarek@demo.test', name: 'Tarek Nabil' };
export const hany = { email: 'hany@demo.test', name: 'Hany Gerges' };

const env = { SEED: 'demo', CHAT_URL: 'https://chat.test/?q={prompt}' };

/**
 * Starts the product with a copy of the demo hospital, which is created once a run: that takes most of the start.
 * @param processes `separate` where a test kills one service
 * @param settings others than the demo's
 */
export const startDemo = async (
  processes: 'shared' | 'separate' = 'shared',
  settings: NodeJS.ProcessEnv = {},
): Promise<Product> =>
  startProduct({ env: { ...env, PROCESSES: processes, ...settings }, copyOf: await demoHospitalFolder() });

/** The first caller creates the folder; the others wait for it. */
async function demoHospitalFolder(): Promise<string> {
  const folder = process.env['DEMO_FOLDER'];
  if (!folder) throw new Error('The global setup demo-folder.ts has not run');
  const [finished, unfinished] = [path.join(folder, 'hospital'), path.join(folder, 'unfinished')];
  const isFinished = async (): Promise<boolean> => (await readdir(folder)).includes('hospital');
  while (
    !(await mkdir(unfinished).then(
      () => true,
      () => false,
    ))
  ) {
    if (await isFinished()) return finished;
    await setTimeout(200);
  }
  try {
    if (await isFinished()) {
      await rm(unfinished, { recursive: true });
      return finished;
    }
    // Captchas are off: solving them takes seconds.
    await (await startProduct({ env: { ...env, CAPTCHA: 'off' }, dataDir: unfinished })).stop();
    await rename(unfinished, finished);
    return finished;
  } catch (error) {
    // The next caller tries again.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** An open admission of Mona's team. */
export interface OpenStay {
  readonly team: string;
  readonly patient: Patient;
  readonly admission: string;
}

export type ApiCall = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** Signs a person in and returns a function that calls the API. @throws Error for a status that is not 2xx */
export async function callAs(base: string, email: string): Promise<ApiCall> {
  let token = '';
  const call: ApiCall = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(new URL(path, base), {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<Answer>;
  };
  ({ token } = await call<SignedIn>('POST', '/api/users/login', { email, password: PASSWORD }));
  return call;
}

async function teamOf(call: ApiCall): Promise<Team> {
  const [team] = await call<Team[]>('GET', '/api/teams');
  if (!team) throw new Error('Mona has no team');
  return team;
}

/** A member of Mona's team. */
export async function teamMember(base: string, email: string): Promise<Member> {
  const found = (await teamOf(await callAs(base, mona.email))).members.find(({ user }) => user === email);
  if (!found) throw new Error(`${email} is not in Mona's team`);
  return found;
}

/** The id of a trade label of the sample catalogue. */
export async function tradeLabel(base: string, label: string): Promise<string> {
  const found = (await (await callAs(base, mona.email))<TradeLabelRow[]>('GET', '/api/drugs')).find(
    (row) => row.label === label,
  );
  if (!found) throw new Error(`${label} is not in the sample catalogue`);
  return found._id;
}

/** The open stays of Mona's team that have a review. */
export async function openStays(base: string): Promise<OpenStay[]> {
  const call = await callAs(base, mona.email);
  const team = await teamOf(call);
  const { inpatients } = await call<{ inpatients: Patient[] }>('GET', `/api/patients/inpatients/${team._id}`);
  const stays: OpenStay[] = [];
  for (const patient of inpatients) {
    const open = (await call<Admission[]>('GET', `/api/admissions/${patient._id}`)).find(
      ({ dischargeDate, reviewsCount }) => dischargeDate === null && reviewsCount > 0,
    );
    if (open) stays.push({ team: team._id, patient, admission: open._id });
  }
  return stays;
}

/** The link to a screen in the newest mail to a person; empty if there is none. */
export async function mailedLink(dataDir: string, to: string, screen: string): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse();
  for (const name of names) {
    const mail = (await readFile(path.join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const link = mail.includes(`To: ${to}`) ? /https?:\/\/\S+#token=[\w-]+/.exec(mail)?.[0] : undefined;
    if (link && new URL(link).pathname === screen) return link;
  }
  return '';
}
