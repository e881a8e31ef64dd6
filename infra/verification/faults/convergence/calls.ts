/** HTTP calls as a browser makes them. Some answers are lost on purpose. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConflictProblem, Problem } from 'language/contract/entities';
import type { Random } from 'language/domain/testing/random';
import type { CommandRequest } from 'command-api/testing/admission-requests';

export type Command = CommandRequest;
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
/** A product that was killed starts again within less. */
const GIVE_UP_MS = 90_000;
/** Shorter than in a page: after each outage a run waits for it once more. */
const LONGEST_PAUSE_MS = 1_000;

const isPassing = (status: number): boolean => status === 502 || status === 503 || status === 504;
const keptConnections = new Agent({ keepAlive: true });

/**
 * Not `fetch`: for a hundred clients on the measured machine, `fetch` alone takes a fifth of a core, and it hides that a
 * kept connection broke.
 * @param token empty without a session
 * @throws NoAnswer
 */
export async function call(
  base: string,
  token: string,
  { path, method, body, ifMatch }: Pick<Command, 'path'> & Partial<Command>,
  options: { agent?: Agent; key?: string; readAfter?: string | undefined; patienceMs?: number } = {},
): Promise<Answered> {
  const { agent = keptConnections, key, readAfter, patienceMs = PATIENCE_MS } = options;
  const headers = {
    ...(token !== '' && { authorization: `bearer ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(readAfter !== undefined && { 'x-read-after': readAfter }),
    ...(ifMatch !== undefined && { 'if-match': String(ifMatch) }),
    ...(body && { 'content-type': 'application/json' }),
  };
  try {
    return await new Promise<Answered>((answer, refuse) => {
      request(
        new URL(path, base),
        { method: method ?? 'GET', headers, agent, signal: AbortSignal.timeout(patienceMs) },
        (response) => {
          text(response)
            .then((json) =>
              answer({
                status: response.statusCode ?? 0,
                body: JSON.parse(json) as unknown,
                stale: response.headers['x-stale'] === 'true',
              }),
            )
            .catch(refuse);
        },
      )
        .on('error', refuse)
        .end(body && JSON.stringify(body));
    });
  } catch (error) {
    throw new NoAnswer('No answer', { cause: error });
  }
}

/** @param readAfter `<stream>@<revision>` @throws NoAnswer */
export const get = (base: string, token: string, path: string, readAfter?: string): Promise<Answered> =>
  call(base, token, { path }, { readAfter });

/** Undefined where there is no answer. */
export function unanswered(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error;
}

export interface Sent {
  /** Undefined: given up, and it may have been done or not. */
  readonly answer: Answered | undefined;
  readonly key: string;
  readonly tries: number;
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
  command: Command,
  options: { random?: Random; giveUp?: AbortSignal; key?: string; lostPercent?: number } = {},
): Promise<Sent> {
  const { random, giveUp = AbortSignal.timeout(GIVE_UP_MS), key = randomUUID(), lostPercent = LOST_PERCENT } = options;
  const loses = random?.chance(lostPercent) === true;
  const cutAfter = loses && random.chance(50) ? random.between(0, CUT_WITHIN_MS) : PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    const patienceMs = tries === 1 ? cutAfter : PATIENCE_MS;
    const answer = await call(base, token, command, { key, patienceMs }).catch(unanswered);
    const isLost = tries === 1 && loses;
    if (answer !== undefined && !isLost && !isPassing(answer.status)) return { answer, key, tries };
    if (giveUp.aborted) return { answer: undefined, key, tries };
    await pause(Math.min(LONGEST_PAUSE_MS, AGAIN_MS * 2 ** Math.min(tries - 1, 5)));
  }
}

/** Sends a command that must succeed. @returns the body of the answer @throws Error if it is refused */
export async function done<Body>(base: string, token: string, command: Command): Promise<Body> {
  const { answer } = await send(base, token, command);
  if (answer === undefined || answer.status >= 300)
    throw new Error(`${command.method} ${command.path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
  return answer.body as Body;
}

/** Not there for this person, or in another team by now. */
export const isGone = ({ status, body }: Answered): boolean =>
  status === 404 || (status === 403 && (body as Problem).reason === 'chart-transferred');

export const reasonIn = ({ body }: Answered): string | undefined => (body as Partial<Problem> | undefined)?.reason;

/** The entity as it is now, in a 409 of an edit. */
export const conflictIn = ({ status, body }: Answered): ConflictProblem | undefined => {
  const problem = body as ConflictProblem;
  return status === 409 && problem.reason === 'changed-since' && problem.current !== undefined ? problem : undefined;
};
