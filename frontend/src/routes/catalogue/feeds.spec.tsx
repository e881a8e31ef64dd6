import { screen, waitFor, within } from '@testing-library/react';
import type { Feeds } from 'language/contract/feeds';
import { expect, test } from 'vitest';
import { chooseLanguage } from '../../platform/language/language.ts';
import { dina } from '../../testing/hospital.ts';
import { commandsOf, serve, visit } from '../../testing/screen.tsx';
import './feeds.tsx';

const ID = '5f0c1f6e-1111-5222-8333-444455556666';
const feeds: Feeds = {
  listeners: [{ address: '0.0.0.0:2575', isSecure: true, connections: 1, mistake: '' }],
  counts: { applied: 41, unchanged: 3, parked: 1, setAside: 0, refused: 2 },
  lastAt: '2026-03-02T08:42:07.000Z',
  parked: {
    total: 1,
    newest: [
      {
        _id: ID,
        kind: 'ADT^A01',
        reason: 'team-not-mapped',
        about: 'CCU',
        receivedAt: '2026-03-02T08:30:00.000Z',
        tries: 1,
      },
    ],
  },
};
const none: Feeds = { ...feeds, listeners: [], lastAt: null, parked: { total: 0, newest: [] } };
const LOOK = 'GET /api/feeds';
const admin = { ...dina, email: 'dina@demo.test', isAdminAccount: true };
const me = { 'GET /api/users/me': admin };

test('a parked message is shown with its reason, read, and tried again', async () => {
  const sent = serve({
    ...me,
    [LOOK]: feeds,
    [`GET /api/feeds/messages/${ID}`]: { ...feeds.parked.newest[0], segments: ['MSH|^~\\&|HIS', 'PID|1||11'] },
    [`POST /api/feeds/messages/${ID}/try-again`]: { outcome: 'parked', reason: 'team-unknown', about: 't9' },
  });
  const { user } = visit('/feeds', { as: admin });
  const parked = await screen.findByRole('region', { name: 'Parked messages' });
  expect(parked).toHaveTextContent('No team is mapped to this location');
  expect(parked).toHaveTextContent('CCU');
  expect(screen.getByRole('region', { name: 'Messages of 24 hours' })).toHaveTextContent('Applied41');
  await user.click(within(parked).getByRole('button', { name: /^Show message/ }));
  await waitFor(() => expect(parked).toHaveTextContent('PID|1||11'));
  await user.click(within(parked).getByRole('button', { name: /^Try again/ }));
  await within(parked).findByText('Still parked: The mapped team does not exist: t9');
  expect(commandsOf(sent)).toMatchObject([{ call: `POST /api/feeds/messages/${ID}/try-again`, body: {} }]);
});

test('a message is set aside with a reason', async () => {
  const sent = serve({
    ...me,
    [LOOK]: feeds,
    [`POST /api/feeds/messages/${ID}/set-aside`]: { outcome: 'setAside', reason: 'notOurs', about: '' },
  });
  const { user } = visit('/feeds', { as: admin });
  await user.click(await screen.findByRole('button', { name: /^Set aside/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: 'Set aside' })).toBeDisabled();
  await user.selectOptions(within(dialog).getByLabelText(/^Why/), 'notOurs');
  await user.click(within(dialog).getByRole('button', { name: 'Set aside' }));
  await screen.findByText('The message was set aside.');
  expect(commandsOf(sent)).toMatchObject([{ body: { reason: 'notOurs' } }]);
});

test('without a port and without messages it says so, also in Arabic', async () => {
  serve({ ...me, [LOOK]: none });
  visit('/feeds', { as: admin });
  await screen.findByText('No message is parked.');
  expect(screen.getByText(/^No port is open/)).toBeVisible();
  await chooseLanguage('ar');
  await waitFor(() => expect(screen.getByText('لا توجد رسائل معلّقة.')).toBeVisible());
});
