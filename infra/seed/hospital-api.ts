/** The product's own HTTP interface, as a careful client uses it: every command under a fixed key, retried with the same key. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { Problem } from 'command-api/contract/entities';
import type { CaptchaConfig } from 'command-api/contract/profiles';
import { v5 as uuidv5 } from 'uuid';

const NAMESPACE = '6b1c1c0e-0d0b-5f6e-9a53-2f1d6d3a7b10';
const ATTEMPTS = 6;

export class Refused extends Error {
  readonly status: number;
  /** Undefined where something else than the product has answered. */
  readonly reason: Problem['reason'] | undefined;
  constructor(status: number, what: string, { message, reason }: Pick<Problem, 'message'> & Partial<Problem>) {
    super(`${what}: ${status} ${message}`);
    this.status = status;
    this.reason = reason;
  }
}

/** One signed-in person (or nobody, before sign-in). */
export interface Person {
  get<Answer>(path: string): Promise<Answer>;
  /** `key` names the intention: the same key on a later run writes nothing and answers as the first time. */
  send<Answer>(method: 'POST' | 'PUT', path: string, key: string, body: object): Promise<Answer>;
}

export const visitor = (base: string): Person => personWith(base, undefined);

/** What sign-up asks of a browser, done as one does it. */
async function provesPerson(anyone: Person): Promise<{ token?: string }> {
  const { captcha } = await anyone.get<{ captcha: CaptchaConfig }>('/api/config/');
  if (captcha.challenge === undefined) return {};
  const challenge = await anyone.get<Challenge>(captcha.challenge);
  const solution = await solveChallenge({ challenge, deriveKey });
  return { token: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
}

/** Registers the account, or signs in where it exists already. */
export async function signUp(base: string, account: { firstName: string; lastName: string; email: string; phone: string; password: string }): Promise<Person> {
  const anyone = visitor(base);
  try {
    const { token } = await anyone.send<{ token: string }>('POST', '/api/users', `user:${account.email}`, { ...account, ...(await provesPerson(anyone)) });
    return personWith(base, token);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'email-taken') throw error;
    return signIn(base, account.email, account.password);
  }
}

export async function signIn(base: string, email: string, password: string): Promise<Person> {
  const { token } = await visitor(base).send<{ token: string }>('POST', '/api/users/login', `login:${email}:${Date.now()}`, { email, password });
  return personWith(base, token);
}

/** Whoever has this token. */
export function personWith(base: string, token: string | undefined): Person {
  const call = async <Answer>(method: string, path: string, key?: string, body?: object): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(new URL(path, base), {
        method,
        headers: {
          ...(token ? { authorization: `bearer ${token}` } : {}),
          ...(key ? { 'idempotency-key': uuidv5(key, NAMESPACE), 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(30_000),
      }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (!(answer instanceof Error) && answer.ok) return (await answer.json()) as Answer;
      const passing = answer instanceof Error || answer.status === 503 || answer.status === 502;
      if (passing && attempt < ATTEMPTS) {
        await new Promise((resume) => setTimeout(resume, 200 * 2 ** attempt));
        continue;
      }
      if (answer instanceof Error) throw answer;
      throw new Refused(answer.status, `${method} ${path}`, (await answer.json().catch(() => ({ message: answer.statusText }))) as Problem);
    }
  };
  return {
    get: (path) => call('GET', path),
    send: (method, path, key, body) => call(method, path, key, body),
  };
}

/** Runs `work` over `items`, at most `width` at a time, and fails with the first failure. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
