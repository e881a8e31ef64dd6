import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { here } from '../../testing/security.ts';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'secret' } };
const registration = {
  active: { scriptURL: 'http://localhost/push-worker.js' },
  pushManager: { subscribe: async () => ({ toJSON: () => subscription }) },
  unregister: async () => true,
};

/** jsdom has no push. */
beforeEach(() => {
  vi.stubGlobal('PushManager', () => undefined);
  vi.stubGlobal('Notification', { permission: 'default' });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistrations: async () => [],
    },
  });
  return () => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  };
});

const path = '/api/users/me/pushSubscription';
const openSection = (replies: Parameters<typeof serve>[0]) => ({
  sent: serve({ 'GET /api/users/me/sessions': [here], ...replies }),
  ...visit('/profile/security', { as: mona }),
});

test('switched on, the browser is registered with the server', async () => {
  let isOn = false;
  const { sent, user } = openSection({
    [`GET ${path}`]: () => ({ publicKey: 'installation', isOn }),
    [`PUT ${path}`]: () => {
      isOn = true;
      return {};
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Show reminders' }));
  expect(await screen.findByRole('button', { name: 'Show no reminders' })).toBeVisible();
  expect(sent.find(({ call }) => call === `PUT ${path}`)?.body).toMatchObject(subscription);
});

test('refused by the server, it says so and stays off', async () => {
  const { user } = openSection({
    [`GET ${path}`]: { publicKey: 'installation', isOn: false },
    [`PUT ${path}`]: () => refusal(400, { message: 'Not a known push service', code: 'invalid' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show reminders' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The browser could not be registered for notifications.');
  expect(screen.getByRole('button', { name: 'Show reminders' })).toBeEnabled();
});

test('an installation that pushes nothing does not offer it', async () => {
  openSection({ [`GET ${path}`]: { publicKey: null, isOn: false } });
  expect(await screen.findByRole('region', { name: 'Where you are signed in' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Reminders on this device' })).toBeNull();
});
