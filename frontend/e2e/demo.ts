/** The demo hospital that the browser tests work in, and what they look up in it over HTTP. */
import type { Admission, Patient, SignedIn, Team } from 'command-api/contract/entities';
import { startProduct, type Product } from 'infra/test/product';

export const PASSWORD = 'demo-pass-1';
export const mona = { email: 'mona@demo.test', name: 'Mona Farouk' };
export const omar = { email: 'omar@demo.test', name: 'Omar Shaker' };
export const hany = { email: 'hany@demo.test', name: 'Hany Gerges' };

export const startDemo = (): Promise<Product> => startProduct({ env: { SEED: 'demo' } });

/** A stay of Mona's team that is still going on. */
export interface OpenStay {
  readonly team: string;
  readonly patient: Patient;
  readonly admission: string;
}

export async function openStays(base: string): Promise<OpenStay[]> {
  const login = await fetch(new URL('/api/users/login', base), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: mona.email, password: PASSWORD }) });
  const { token } = (await login.json()) as SignedIn;
  const get = async <Answer>(path: string): Promise<Answer> => (await fetch(new URL(path, base), { headers: { authorization: `bearer ${token}` } })).json() as Promise<Answer>;
  const [team] = await get<Team[]>('/api/teams');
  if (!team) throw new Error('Mona has no team');
  const { inpatients } = await get<{ inpatients: Patient[] }>(`/api/patients/inpatients/${team._id}`);
  const stays: OpenStay[] = [];
  for (const patient of inpatients) {
    const open = (await get<Admission[]>(`/api/admissions/${patient._id}`)).find(({ dischargeDate }) => dischargeDate === null);
    if (open) stays.push({ team: team._id, patient, admission: open._id });
  }
  return stays;
}
