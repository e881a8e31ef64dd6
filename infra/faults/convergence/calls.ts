/** HTTP calls as a browser makes them. Some answers are lost on purpose. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConflictProblem, Problem } from 'command-api/contract/entities';
import type { Random } from '../../seed/random.ts';

export interface Command {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly ifMatch?: number;
}
export interface Answered<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  /** The answer may be older than the requested revision (`X-Stale`). */
  readonly stale: boolean;
}

/** The outcome is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** As long as a page waits for the answer to a command (frontend/src/outbox/outbox.ts). */
const PATIENCE_MS = 10_000;
/** Share of commands whose answer is lost. For half of these the request may be lost as well. */
const LOST_PERCENT = 6;
const CUT_WITHIN_MS = 40;
const AGAIN_MS = 200;
/** Of who waits for one answer: a product that was killed starts again within less. */
const GIVE_UP_MS = 90_000;
/** Shorter than in a page: after each outage a run waits for it once more. */
const LONGEST_PAUSE_MS = 1_000;

const isPassing = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** @param token empty without a session */
const signedInBy = (token: string): Record<string, string> =>
  token === '' ? {} : { authorization: `bearer ${token}` };

interface Request {
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: string | FormData;
  readonly signal: AbortSignal;
}
const agent = new Agent({ keepAlive: true });

/** Not `fetch`: for a hundred clients on the measured machine, `fetch` alone takes a fifth of a core. */
async function call(url: URL, { body, ...options }: Request): Promise<Answered> {
  // Only the types of `fetch` encode a form with files.
  const { headers: written, content } =
    body instanceof FormData ? await writtenOut(body) : { headers: {}, content: body };
  try {
    return await new Promise<Answered>((answer, refuse) => {
      request(url, { ...options, headers: { ...options.headers, ...written }, agent }, (response) => {
        text(response)
          .then((json) =>
            answer({
              status: response.statusCode ?? 0,
              body: JSON.parse(json) as unknown,
              stale: response.headers['x-stale'] === 'true',
            }),
          )
          .catch(refuse);
      })
        .on('error', refuse)
        .end(content);
    });
  } catch (error) {
    throw new NoAnswer('No answer', { cause: error });
  }
}

async function writtenOut(form: FormData): Promise<{ headers: Record<string, string>; content: Buffer }> {
  const written = new Response(form);
  return {
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
    content: Buffer.from(await written.arrayBuffer()),
  };
}

/** @param readAfter `<stream>@<revision>` @throws NoAnswer */
export const get = (
  base: string,
  token: string,
  path: string,
  options: { readAfter?: string | undefined } = {},
): Promise<Answered> =>
  call(new URL(path, base), {
    headers: {
      ...signedInBy(token),
      ...(options.readAfter === undefined ? {} : { 'x-read-after': options.readAfter }),
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });

export interface Sent {
  /** Undefined: given up, and it may have been done or not. */
  readonly answer: Answered | undefined;
  readonly key: string;
  readonly tries: number;
  /** Between its tries, in milliseconds. */
  readonly pausedMs: number;
}

/**
 * Sends the command until it is answered, always under the same key. `random` may lose answers; without it nothing is
 * lost.
 * @param options.giveUp after 90 s by default
 * @param options.key another one for each command by default
 * @param options.lostPercent share of commands whose answer is lost
 */
export async function send(
  base: string,
  token: string,
  { method, path, body, ifMatch }: Command,
  options: { random?: Random; giveUp?: AbortSignal; key?: string; lostPercent?: number } = {},
): Promise<Sent> {
  const { random, giveUp = AbortSignal.timeout(GIVE_UP_MS), key = randomUUID(), lostPercent = LOST_PERCENT } = options;
  const loses = random?.chance(lostPercent) === true;
  const cutAfter = loses && random.chance(50) ? random.between(0, CUT_WITHIN_MS) : PATIENCE_MS;
  let pausedMs = 0;
  for (let tries = 1; ; tries += 1) {
    const answer = await call(new URL(path, base), {
      method,
      headers: {
        ...signedInBy(token),
        'idempotency-key': key,
        ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(tries === 1 ? cutAfter : PATIENCE_MS),
    }).catch((error: unknown) => {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    });
    const isLost = tries === 1 && loses;
    if (answer !== undefined && !isLost && !isPassing(answer.status)) return { answer, key, tries, pausedMs };
    if (giveUp.aborted) return { answer: undefined, key, tries, pausedMs };
    const pauseMs = Math.min(LONGEST_PAUSE_MS, AGAIN_MS * 2 ** Math.min(tries - 1, 5));
    pausedMs += pauseMs;
    await pause(pauseMs);
  }
}

/** Not there for this person, or in another team by now. */
export const isGone = ({ status, body }: Answered): boolean =>
  status === 404 || (status === 403 && (body as Problem).reason === 'chart-transferred');

export const reasonIn = ({ body }: Answered): string | undefined => (body as Partial<Problem> | undefined)?.reason;

/** What a 409 of an edit says. */
export const conflictIn = ({ status, body }: Answered): ConflictProblem | undefined => {
  const problem = body as ConflictProblem;
  return status === 409 && problem.reason === 'changed-since' && problem.current !== undefined ? problem : undefined;
};
