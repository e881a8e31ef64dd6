/** For specs: dumps of the old system, their import into a running product, and the reports of both. */
import { execFile, spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Product } from '../test/product.ts';
import { root } from '../test/started-program.ts';

const script = (name: string): string => path.join(root, 'infra/verification/old-system', name);

export async function makeDump(
  to: string,
  options: { patients: number; format?: 'json' | 'array' | 'bson' },
): Promise<void> {
  const args = ['--to', to, '--patients', String(options.patients), '--format', options.format ?? 'json'];
  await promisify(execFile)(process.execPath, [script('generate.mjs'), ...args]);
}

/** The figures of a team, by error type, severity and response. */
export interface Figures {
  readonly patients: number;
  readonly admissions: number;
  readonly reviews: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly severities: Readonly<Record<string, number>>;
  readonly responses: Readonly<Record<string, number>>;
}

/** By team, counted over the files with no code of the product. */
export async function countDump(folder: string): Promise<Record<string, Figures>> {
  const { stdout } = await promisify(execFile)(process.execPath, [script('count.mjs'), folder]);
  return JSON.parse(stdout) as Record<string, Figures>;
}

export interface Imported {
  readonly code: number | null;
  readonly output: string;
}

/** @param killAfter milliseconds until SIGKILL */
export function importDump(
  product: Pick<Product, 'dataDir'>,
  args: readonly string[],
  killAfter?: number,
): Promise<Imported> {
  const main = path.join(root, 'infra/dist/operations/import/main.js');
  const child = spawn(process.execPath, ['--disable-warning=DEP0123', main, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: product.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)));
  const kill = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(kill);
      resolve({ code, output: chunks.join('') });
    }),
  );
}

/** A row of the table that an import prints. */
export function countsOf(
  { output }: Imported,
  collection: string,
): Record<'read' | 'added' | 'same' | 'refused', number> {
  const cells = new RegExp(`^${collection} +(.+)$`, 'm').exec(output)?.[1]?.split(/ +/) ?? [];
  const [read, added, same, refused] = cells.map((cell) => Number(cell.replaceAll(',', '')));
  return { read: read ?? NaN, added: added ?? NaN, same: same ?? NaN, refused: refused ?? NaN };
}

/** Signs an imported person in as they do it: by the link of "Forgotten password". @returns a token */
export async function signIn(product: Product, email: string, password: string): Promise<string> {
  await call(product, 'POST', '/api/users/login', undefined, { email, forgetPW: true });
  const folder = path.join(product.dataDir, 'mail');
  const link = async (): Promise<string | undefined> => {
    const files = await readdir(folder).catch(() => []);
    const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
    return /reset-password#token=([\w-]+)/.exec(mails.find((mail) => mail.includes(email)) ?? '')?.[1];
  };
  await expect.poll(link, { timeout: 60_000 }).toBeDefined();
  await call(product, 'POST', '/api/users/resetPassword', undefined, { token: await link(), password });
  const { token } = await call<{ token: string }>(product, 'POST', '/api/users/login', undefined, { email, password });
  return token;
}

export async function call<Answer>(
  { url }: Pick<Product, 'url'>,
  method: string,
  asked: string,
  token?: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(new URL(asked, url), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${asked}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

interface Reported {
  readonly result: readonly {
    readonly admission: string;
    readonly drugErrs: readonly { errType: string; errSeverity: string | null; errRes: number | null }[];
  }[];
}

/** The figures of a team by the product's own reports. */
export async function reportedFigures(product: Product, token: string, team: string): Promise<Figures> {
  const range = `team=${team}&startDate=2000-01-01&endDate=2099-01-01`;
  const { result } = await call<Reported>(product, 'GET', `/api/reviews?${range}`, token);
  const types = await call<{ label: string; count: number }[]>(
    product,
    'GET',
    `/api/reviews/errsByTypeDistribution?${range}`,
    token,
  );
  const { total } = await call<{ total: number }>(product, 'GET', `/api/patients/team/${team}?pageNumber=1`, token);
  const errors = result.flatMap(({ drugErrs }) => drugErrs).filter(({ errType }) => !errType.endsWith('99bb'));
  const counted = (keys: readonly (string | number | null)[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const key of keys) counts[String(key ?? 'none')] = (counts[String(key ?? 'none')] ?? 0) + 1;
    return counts;
  };
  return {
    patients: total,
    admissions: new Set(result.map(({ admission }) => admission)).size,
    reviews: result.length,
    errors: Object.fromEntries(types.map(({ label, count }) => [label, count])),
    severities: counted(errors.map(({ errSeverity }) => errSeverity)),
    responses: counted(errors.map(({ errRes }) => errRes)),
  };
}
