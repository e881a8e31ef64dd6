/** Mona's own profile, and its screen. */
import { act, screen } from '@testing-library/react';
import type { OwnProfile, Recommendation } from 'language/contract/profiles';
import { onTestFinished } from 'vitest';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from '../platform/language/language.ts';
import { mona, serve, visit, type Sent } from './screen.tsx';

export const recommendation = (_id: string, recommenderName: string, isAccepted: boolean): Recommendation => ({
  _id,
  user: 'u1',
  recommender: `by-${_id}`,
  recommenderName,
  recommendation: `<p>Careful work, says ${recommenderName}</p>`,
  isAccepted,
  version: 3,
});
export const profile: OwnProfile = {
  _id: 'u1',
  firstName: 'Mona',
  lastName: 'Farouk',
  email: 'mona@demo.test',
  phone: '01001234501',
  title: 'Clinical Pharmacist',
  about: '<p>ICU since 2019</p>',
  start: '2026-01-05',
  reviews: 120,
  patients: 34,
  emailVerified: true,
  isAdminAccount: false,
  version: 7,
  recommendations: [recommendation('r1', 'Omar Shaker', true), recommendation('r2', 'Hany Gerges', false)],
};
export const account = {
  _id: 'u1',
  email: profile.email,
  emailVerified: true,
  isAdminAccount: false,
  start: profile.start,
  stream: 'user-u1',
  revision: 9,
  version: 9,
};
export const edits = (sent: Sent[]) => sent.filter(({ call }) => call === 'PUT /api/users/u1/edit');

export async function open(replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({ 'GET /api/users/u1/userDetails': profile, ...replies });
  const shown = visit('/profile', { as: mona });
  await screen.findByRole('form', { name: 'Your details' });
  return { sent, ...shown };
}

/** As another test finds it. */
export function forgetLanguageAfterwards(): void {
  onTestFinished(async () => {
    document.cookie = 'language=; Path=/; Max-Age=0';
    await act(() => showLanguage(chosenLanguage(languages[0])));
  });
}
