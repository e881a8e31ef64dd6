/** The security log, and its screen. */
import type { SecurityLine, SecurityLogPage } from 'language/contract/security-log';
import { dina } from './hospital.ts';
import { serve, visit } from './screen.tsx';
import '../routes/catalogue/security-log.tsx';

export const line = (over: Partial<SecurityLine> = {}): SecurityLine => ({
  number: 7,
  at: '2026-03-02T08:42:07.000Z',
  kind: 'SignedIn',
  group: 'signIn',
  isRefused: false,
  by: 'person',
  actor: { _id: 'u2', name: 'Mona Farouk' },
  user: null,
  team: null,
  otherTeam: null,
  patient: null,
  emailMark: null,
  address: '10.0.0.7',
  device: 'Firefox on Windows',
  data: { way: 'password', factor: 'totp' },
  ...over,
});
export const page = (...lines: SecurityLine[]): SecurityLogPage => ({
  lines,
  teams: [{ _id: 't1', name: 'Adult ICU' }],
});
export const LOG = 'GET /api/security-log';
export const me = (isAdminAccount: boolean) => ({ ...dina, email: 'dina@demo.test', isAdminAccount });

export function open(
  answer: object | ((search: Record<string, string>) => object),
  address = '/security-log',
  replies = {},
) {
  const sent = serve({
    'GET /api/users/me': me(true),
    [LOG]: ({ search }: { search: Record<string, string> }) =>
      typeof answer === 'function' ? answer(search) : search['newerThan'] === undefined ? answer : { newer: 0 },
    ...replies,
  });
  const asked = () =>
    sent.filter(({ call, search }) => call === LOG && !search['newerThan']).map(({ search }) => search);
  return { ...visit(address, { as: dina }), sent, asked };
}
