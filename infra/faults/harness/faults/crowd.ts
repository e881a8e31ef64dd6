/** Further accounts, for sockets: the product allows one person twenty (query-api/src/live/handshake.ts). */
import { randomUUID } from 'node:crypto';
import type { SignedIn } from 'command-api/contract/entities';
import { send } from '../../convergence/calls.ts';

/** @returns their tokens @throws Error if an account is refused */
export async function signUpCrowd(base: string, people: number): Promise<readonly string[]> {
  const run = randomUUID().slice(0, 8);
  const signUp = async (_: unknown, index: number): Promise<string> => {
    const email = `crowd-${run}-${index}@faults.test`;
    const body = { firstName: 'Crowd', lastName: `Number ${index}`, email, phone: '', password: 'faults-pass-1' };
    const { answer } = await send(base, '', { method: 'POST', path: '/api/users', body });
    if (answer === undefined || answer.status >= 300) throw new Error(`An account was answered ${answer?.status}`);
    return (answer.body as SignedIn).token;
  };
  return Promise.all(Array.from({ length: people }, signUp));
}
