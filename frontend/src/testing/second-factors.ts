/** The second factors of Mona, and their screen. */
import type { SecondFactorList } from 'language/contract/second-factors';
import { mona, serve, visit } from './screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../app/proof-dialog.tsx';
import '../components/dialogs/confirm-dialog.tsx';
import '../routes/account/landing.tsx';
import '../routes/account/security.tsx';

export const none: SecondFactorList = { totp: null, passkeys: [], recoveryCodes: 0, passkeysWork: false };
const times = { addedAt: '2026-03-02T08:00:00.000Z', usedAt: '2026-03-02T09:00:00.000Z' };
export const withTotp: SecondFactorList = { ...none, totp: times, recoveryCodes: 10 };
export const FACTORS = '/api/users/me/second-factors';

export function open(first: SecondFactorList, replies: Parameters<typeof serve>[0] = {}, search = '') {
  const sent = serve({ [`GET ${FACTORS}`]: first, 'GET /api/users/me/sessions': [], ...replies });
  return { sent, ...visit(`/profile/security${search}`, { as: mona }) };
}
