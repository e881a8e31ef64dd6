/** The accounts of an installation, and their screen. */
import type { AccountPage, ListedAccount } from 'language/contract/accounts';
import { mona, serve, visit } from './screen.tsx';
import '../routes/account/accounts.tsx';

const me = { _id: 'u1', firstName: 'Mona', lastName: 'Farouk', email: 'mona@h.test', emailVerified: true };
export const account = (firstName: string, over: Partial<ListedAccount> = {}): ListedAccount => ({
  _id: `u-${firstName}`,
  firstName,
  lastName: 'Adel',
  email: `${firstName.toLowerCase()}@h.test`,
  teams: [{ _id: 't1', name: 'Adult ICU', role: 'pharmacist', isAdmin: true, disabled: false }],
  createdOn: '2026-01-02',
  lastUsedOn: '2026-03-04',
  sessions: 2,
  condition: 'active',
  disabled: null,
  hasSecondFactor: true,
  isOfProvider: false,
  isAdminAccount: false,
  ...over,
});
export const page = (accounts: ListedAccount[], over: Partial<AccountPage> = {}): AccountPage => ({
  accounts,
  page: 1,
  pages: 1,
  total: accounts.length,
  ...over,
});
export const LIST = 'GET /api/accounts';
export function open(address = '/accounts', replies: Parameters<typeof serve>[0] = {}, isAdminAccount = true) {
  const sent = serve({
    'GET /api/users/me': { ...me, isAdminAccount },
    'GET /api/teams': [],
    [LIST]: page([account('Dina')]),
    ...replies,
  });
  return { ...visit(address, { as: mona }), asked: () => sent.filter(({ call }) => call === LIST), sent };
}
