/**
 * A client of the product's own HTTP interface: each command has a fixed key, and is retried with that key.
 */
import type { Challenge } from 'altcha-lib';
import type { Problem } from 'language/contract/entities';
import type { CaptchaConfig } from 'language/contract/profiles';
import { SEED_HEADERS } from 'language/contract/seed';
import { v5 as uuidv5 } from 'uuid';
import type { Times } from './hospital-clock.ts';
import { solveCaptcha } from './solve-captcha.ts';

const NAMESPACE = '6b1c1c0e-0d0b-5f6e-9a53-2f1d6d3a7b10';
const ATTEMPTS = 6;

export class RefusedError extends Error {
  readonly status: number;
  /** Undefined if the answer is not the product's. */
  readonly reason: Problem['reason'] | undefined;
  constructor(status: number, what: string, { message, reason }: Pick<Problem, 'message'> & Partial<Problem>) {
    super(`${what}: ${status} ${message}`);
    this.status = status;
    this.reason = reason;
  }
}

/** Lets the demo's seed write commands of the past: the command API's address, and its secret. */
export interface Past {
  readonly commandApi: string;
  readonly secret: string;
}

/** A signed-in person, or a visitor. */
export interface Person {
  get<Answer>(path: string): Promise<Answer>;
  /**
   * `key` identifies the intention: the same key on a later run writes nothing and gets the first answer. Without a
   * `Past` everything is done and recorded now, and `times` is ignored.
   */
  send<Answer>(method: 'POST' | 'PUT', path: string, key: string, body: object, times?: Times): Promise<Answer>;
}

export const visitor = (base: string, past?: Past): Person => personWith(base, undefined, past);

/** The fields that sign-up asks of a browser, and not of the seed of a past. */
async function captchaFields(anyone: Person): Promise<{ token?: string }> {
  const { captcha } = await anyone.get<{ captcha: CaptchaConfig }>('/api/config/');
  if (captcha.challenge === undefined) return {};
  return { token: await solveCaptcha(await anyone.get<Challenge>(captcha.challenge)) };
}

/** Registers the account, or signs in if it exists already. */
export async function signUp(
  base: string,
  account: { firstName: string; lastName: string; email: string; phone: string; password: string },
  past?: Past,
  times?: Times,
): Promise<Person> {
  const anyone = visitor(base, past);
  try {
    const { token } = await anyone.send<{ token: string }>(
      'POST',
      '/api/users',
      `user:${account.email}`,
      { ...account, ...(past ? {} : await captchaFields(anyone)) },
      times,
    );
    return personWith(base, token, past);
  } catch (error) {
    // The same sign-up with another proof of work is another request with the same key.
    const isTaken = (reason: string | undefined) => reason === 'email-taken' || reason === 'idempotency-key-reused';
    if (!(error instanceof RefusedError) || !isTaken(error.reason)) throw error;
    return signIn(base, account.email, account.password, past);
  }
}

/** With a `Past` no limit of attempts counts: tries of others on this machine must not fail the start. */
export async function signIn(base: string, email: string, password: string, past?: Past): Promise<Person> {
  const anyone = past
    ? personWith(past.commandApi, undefined, undefined, { [SEED_HEADERS.secret]: past.secret })
    : visitor(base);
  const { token } = await anyone.send<{ token: string }>('POST', '/api/users/login', `login:${email}:${Date.now()}`, {
    email,
    password,
  });
  return personWith(base, token, past);
}

/** The person with this token. @param always headers of each call without times */
export function personWith(
  base: string,
  token: string | undefined,
  past?: Past,
  always: Readonly<Record<string, string>> = {},
): Person {
  const call = async <Answer>(
    method: string,
    path: string,
    key?: string,
    body?: object,
    times?: Times,
  ): Promise<Answer> => {
    const then =
      past && times ? { url: past.commandApi, headers: headersOf(past, times) } : { url: base, headers: always };
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(new URL(path, then.url), {
        method,
        headers: {
          ...then.headers,
          ...(token ? { authorization: `bearer ${token}` } : {}),
          ...(key ? { 'idempotency-key': uuidv5(key, NAMESPACE), 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(30_000),
      }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (!(answer instanceof Error) && answer.ok) return (await answer.json()) as Answer;
      const isTemporary = answer instanceof Error || answer.status === 503 || answer.status === 502;
      if (isTemporary && attempt < ATTEMPTS) {
        await new Promise((resume) => setTimeout(resume, 200 * 2 ** attempt));
        continue;
      }
      if (answer instanceof Error) throw answer;
      throw new RefusedError(
        answer.status,
        `${method} ${path}`,
        (await answer.json().catch(() => ({ message: answer.statusText }))) as Problem,
      );
    }
  };
  return {
    get: (path) => call('GET', path),
    send: (method, path, key, body, times) => call(method, path, key, body, times),
  };
}

const headersOf = ({ secret }: Past, { occurredAt, recordedAt }: Times) => ({
  [SEED_HEADERS.secret]: secret,
  [SEED_HEADERS.occurredAt]: occurredAt.toISOString(),
  [SEED_HEADERS.recordedAt]: recordedAt.toISOString(),
});

/** Runs `work` over `items`, at most `width` at a time, and fails with the first failure. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
