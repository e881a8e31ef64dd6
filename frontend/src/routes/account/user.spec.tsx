import { screen, waitFor } from '@testing-library/react';
import type { OwnProfile, ProfileForMembers, PublicProfile, Recommendation } from 'language/contract/profiles';
import { expect, test } from 'vitest';
import { signedInUser } from '../../platform/session/session.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

const omar = {
  _id: 'u2',
  firstName: 'Omar',
  lastName: 'Shaker',
  title: 'Senior Clinical Pharmacist',
  about: '<p>Antibiotics</p>',
  start: '2025-11-02',
  reviews: 80,
  patients: 21,
};
const quote = { _id: 'r1', recommenderName: 'Dina Mostafa', recommendation: '<p>Never misses an interaction</p>' };
const mine: Recommendation = {
  _id: 'r2',
  user: 'u2',
  recommender: 'u1',
  recommenderName: 'Mona Farouk',
  recommendation: '<p>Reliable</p>',
  isAccepted: false,
  version: 4,
};
const asVisitor: PublicProfile = { ...omar, recommendations: [quote] };
const asMember: ProfileForMembers = {
  ...omar,
  recommendations: [{ ...quote, user: 'u2', recommender: 'u9', isAccepted: true, version: 2 }],
  hasRecommended: false,
};
const details = 'GET /api/users/u2/userDetails';

test('a visitor sees a person’s profile and published recommendations, and can log in to recommend them', async () => {
  serve({ [details]: asVisitor });
  visit('/user/u2');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Omar Shaker');
  expect(screen.getByText('Senior Clinical Pharmacist')).toBeInTheDocument();
  expect(screen.getByText('Antibiotics')).toBeInTheDocument();
  expect(screen.getByText('Never misses an interaction')).toBeInTheDocument();
  expect(screen.getByText('80')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Log in to add recommendation' })).toHaveAttribute(
    'href',
    '/?returnFrom=%2Fuser%2Fu2',
  );
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument();
});

test('a person without a recommendation of theirs has a form, and an empty one cannot be sent', async () => {
  serve({ [details]: asMember });
  visit('/user/u2', { as: mona });
  expect(await screen.findByRole('heading', { name: 'Recommend Omar Shaker' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
});

test('an own recommendation is shown as waiting for publication, and not as published', async () => {
  serve({ [details]: { ...asMember, recommendations: [...asMember.recommendations, mine], hasRecommended: true } });
  visit('/user/u2', { as: mona });
  expect(
    await screen.findByText('You have recommended Omar Shaker. Shown once it is published by them.'),
  ).toBeInTheDocument();
  expect(screen.queryByText('Reliable')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument();
});

test('the own public profile links to its editing', async () => {
  const own: OwnProfile = {
    ...omar,
    _id: 'u1',
    firstName: 'Mona',
    lastName: 'Farouk',
    email: 'mona@demo.test',
    phone: '',
    emailVerified: true,
    isAdminAccount: false,
    version: 1,
    recommendations: [],
  };
  serve({ 'GET /api/users/u1/userDetails': own });
  visit('/user/u1', { as: mona });
  expect(await screen.findByRole('link', { name: 'Edit your profile' })).toHaveAttribute('href', '/profile');
});

test('an unknown person shows the 404 page and ends the session', async () => {
  serve({ [details]: () => refusal(404, { message: 'No such person', code: 'notFound', reason: 'user-not-found' }) });
  visit('/user/u2', { as: mona });
  expect(await screen.findByRole('heading', { name: /no longer here/ })).toBeInTheDocument();
  await waitFor(() => expect(signedInUser()).toBeUndefined());
});
