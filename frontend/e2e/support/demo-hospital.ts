/** The demo hospital that the browser tests work in, and what they look up in it over HTTP. */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Admission, Member, Patient, SignedIn, Team, TradeLabelRow } from 'command-api/contract/entities';
import { startProduct, type Product } from 'infra/test/product';

export const PASSWORD = 'demo-pass-1';
export const mona = { email: 'mona@demo.test', name: 'Mona Farouk' };
export const omar = { email: 'omar@demo.test', name: 'Omar Shaker' };
export const admin = { email: 'admin@demo.test' };
export const hany = { email: 'hany@demo.test', name: 'Hany Gerges' };

const env = { SEED: 'demo', CHAT_URL: 'https://chat.test/?q={prompt}' };

/**
 * The product with the demo hospital of its own. To make the hospital takes most of a start: it is made once a run, and
 * copied.
 */
export const startDemo = async (): Promise<Product> => startProduct({ env, copyOf: await madeHospital() });

/** The folder of a demo hospital that nobody works in, made by whichever file comes first. */
async function madeHospital(): Promise<string> {
  const folder = process.env['DEMO_FOLDER'];
  if (!folder) throw new Error('demo-folder.ts has not been run');
  const [made, making] = [path.join(folder, 'hospital'), path.join(folder, 'making')];
  const isThere = async (): Promise<boolean> => (await readdir(folder)).includes('hospital');
  while (
    !(await mkdir(making).then(
      () => true,
      () => false,
    ))
  ) {
    if (await isThere()) return made;
    await setTimeout(200);
  }
  try {
    if (await isThere()) {
      await rm(making, { recursive: true });
      return made;
    }
    // Nobody has to prove here that they are no machine: the proofs took a machine seconds.
    await (await startProduct({ env: { ...env, CAPTCHA: 'off' }, dataDir: making })).stop();
    // Under its name once all of it is there.
    await rename(making, made);
    return made;
  } catch (error) {
    // The next one tries for itself.
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

/** A stay of Mona's team that is still going on. */
export interface OpenStay {
  readonly team: string;
  readonly patient: Patient;
  readonly admission: string;
}

export type Calls = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** Somebody of the demo hospital who acts over HTTP. @throws Error where the answer is no good one */
export async function callAs(base: string, email: string): Promise<Calls> {
  let token = '';
  const call: Calls = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
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

type Get = <Answer>(path: string) => Promise<Answer>;

async function asMona(base: string): Promise<Get> {
  const login = await fetch(new URL('/api/users/login', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: mona.email, password: PASSWORD }),
  });
  const { token } = (await login.json()) as SignedIn;
  return async <Answer>(path: string): Promise<Answer> =>
    (await fetch(new URL(path, base), { headers: { authorization: `bearer ${token}` } })).json() as Promise<Answer>;
}
async function teamOfMona(get: Get): Promise<Team> {
  const [team] = await get<Team[]>('/api/teams');
  if (!team) throw new Error('Mona has no team');
  return team;
}

/** A member of Mona's team. */
export async function teammate(base: string, email: string): Promise<Member> {
  const found = (await teamOfMona(await asMona(base))).members.find(({ user }) => user === email);
  if (!found) throw new Error(`${email} is not in Mona's team`);
  return found;
}

/** The id of a trade label of the sample catalogue. */
export async function tradeLabel(base: string, label: string): Promise<string> {
  const found = (await (await asMona(base))<TradeLabelRow[]>('/api/drugs')).find((row) => row.label === label);
  if (!found) throw new Error(`${label} is not in the sample catalogue`);
  return found._id;
}

export async function openStays(base: string): Promise<OpenStay[]> {
  const get = await asMona(base);
  const team = await teamOfMona(get);
  const { inpatients } = await get<{ inpatients: Patient[] }>(`/api/patients/inpatients/${team._id}`);
  const stays: OpenStay[] = [];
  for (const patient of inpatients) {
    const open = (await get<Admission[]>(`/api/admissions/${patient._id}`)).find(
      ({ dischargeDate }) => dischargeDate === null,
    );
    if (open) stays.push({ team: team._id, patient, admission: open._id });
  }
  return stays;
}

/** The address in the newest mail to somebody that leads to a screen; empty while there is none. */
export async function mailedLink(dataDir: string, to: string, screen: string): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse();
  for (const name of names) {
    const mail = (await readFile(path.join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const link = mail.includes(`To: ${to}`) ? /https?:\/\/\S+[?]token=[\w-]+/.exec(mail)?.[0] : undefined;
    if (link && new URL(link).pathname === screen) return link;
  }
  return '';
}
