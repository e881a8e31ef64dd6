/** For `*.int.spec.ts` of this package only: an answer beside what the table of rights says of it. */
import type { Problem } from 'language/contract/entities';
import { isReason } from 'language/domain/reasons/catalogue';
import { expect } from 'vitest';
import { type Role, roles, type Row } from '../table.ts';
import type { CallAnswer } from './calls.ts';
import { isRefused } from './test-environment.ts';

export const bodyOf = ({ text }: CallAnswer): Partial<Problem> => JSON.parse(text) as Partial<Problem>;
/** The name of a role within a sentence. */
export const named = (role: Role): string => roles[role].name.toLowerCase();

/** The exact body of each refusal. */
export const refusals: Readonly<Record<number, { message?: string; code: string; reason?: string }>> = {
  400: { code: 'invalid' },
  401: { message: 'Not authorized, token failed', code: 'unauthorized', reason: 'token-failed' },
  403: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' },
  404: { message: 'Not found', code: 'notFound', reason: 'not-found' },
  409: { code: 'conflict' },
};

/** @param who whose request it was, for the message of a failure */
export function expectStatus(
  row: Pick<Row, 'method' | 'path'>,
  answer: CallAnswer,
  status: number,
  who = 'the caller',
): void {
  if (answer.status !== status)
    expect.fail(
      `${row.method} ${row.path}: the table says ${status} for ${who}, ` +
        `the answer was ${answer.status} ${answer.text.slice(0, 300)}`,
    );
  if (!isRefused(status) || row.method === 'SOCKET') return;
  expect(bodyOf(answer)).toMatchObject(refusals[status] ?? {});
  expect([row.path, isReason(bodyOf(answer).reason ?? '')]).toEqual([row.path, true]);
}
