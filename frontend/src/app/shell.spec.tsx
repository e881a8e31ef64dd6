import * as teamCalls from 'language/contract/calls/teams';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { api } from '../sync/client.ts';
import { session, sessionKey } from '../platform/session/session.ts';
import { setSignInWays } from '../platform/session/sign-in-ways.ts';
import { unsavedEdits, useUnsaved } from '../platform/storage/unsaved-changes.ts';
import { signedInOnly } from './route-guards.ts';
import { lazyScreen } from './router.tsx';
import { team, bar, expired, Note, lapse, goAway } from '../testing/lapsed-session.tsx';
import { mona, serve, visit } from '../testing/screen.tsx';

test('a visitor has links to home, the courses, the about page and sign-up', async () => {
  serve({});
  visit('/');
  const main = await bar();
  expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(main.getByRole('link', { name: 'Courses' })).toHaveAttribute('href', '/clinical-pharmacy-courses');
  expect(main.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
  expect(main.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register');
});

test('the account menu has the profile and the logout; Escape closes it and returns the focus', async () => {
  serve({ 'GET /api/teams/t1': team });
  const { user } = visit('/team/t1', { as: mona });
  const main = await bar();
  const opener = main.getByRole('button', { name: 'Account of Mona Farouk' });
  await user.click(opener);
  expect(main.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  expect(main.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(main.queryByRole('link', { name: 'Profile' })).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

test('an address that is opened in a tab begins at its top, wherever the page before was scrolled to', async () => {
  serve({});
  sessionStorage.setItem('react-router-scroll-positions', JSON.stringify({ default: 400 }));
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  onTestFinished(() => scrollTo.mockRestore());
  visit('/about');
  await bar();
  expect(scrollTo).not.toHaveBeenCalledWith(0, 400);
});

test('an unknown address shows the 404 page with a link home', async () => {
  serve({});
  visit('/no/such/page');
  expect(
    await screen.findByRole('heading', { name: 'Looks like the page you were looking for is no longer here.' }),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
});

test('a failed token leads to the login, and signing in leads back to the same screen', async () => {
  serve({ 'GET /api/teams/t1': expired, 'POST /api/users/login': { ...mona, token: 't2' } });
  const { router, user } = visit('/team/t1?from=list', { as: mona });
  await user.type(await screen.findByLabelText('Email*'), 'mona@demo.test');
  expect(router.state.location.pathname + router.state.location.search).toBe('/?returnFrom=%2Fteam%2Ft1%3Ffrom%3Dlist');
  serve({ 'GET /api/teams/t1': team, 'POST /api/users/login': { ...mona, token: 't2' } });
  await user.type(screen.getByLabelText('Password*'), 'demo-pass-1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: 'Adult ICU' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('?from=list');
});

test('a session that ends while a person types keeps the page: the person signs in over it and continues', async () => {
  const { user, router, logIn } = await lapse({ ...mona, token: 't2' });
  expect(sessionKey()).toBeUndefined();
  await logIn();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(router.state.location.pathname + router.state.location.search).toBe('/note?from=list');
  await user.type(screen.getByLabelText('Note'), 'ence');
  expect(screen.getByLabelText('Note')).toHaveValue('Half a sentence');
  expect(sessionKey()).toBe('t2');
});

test('a person of single sign-on signs in again in another tab, and the page keeps what they typed', async () => {
  setSignInWays({ localAccounts: false, singleSignOn: { name: 'Hospital account' } });
  onTestFinished(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
  const { dialog } = await lapse(mona);
  expect(dialog.queryByLabelText(/Password/)).toBeNull();
  const link = dialog.getByRole('link', { name: 'Hospital account' });
  expect(link).toHaveAttribute('href', '/api/users/oidc/start?returnFrom=%2Fteamlist');
  expect(link).toHaveAttribute('target', '_blank');
  // The other tab has stored the new session.
  session.send({ type: 'otherTab', user: { ...mona, token: 't2' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Note')).toHaveValue('Half a sent');
});

test('a session that ends on a page that its person has left keeps no page under a dialog', async () => {
  serve({ 'GET /api/teams/t1': expired });
  const { router, user } = visit('/note', {
    as: mona,
    also: [{ path: '/note', loader: signedInOnly, element: <Note /> }],
  });
  await user.type(await screen.findByLabelText('Note'), 'Half a sent');
  goAway();
  await api(teamCalls.getTeam, { params: { id: 't1' } }).catch(() => undefined);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(screen.queryByLabelText('Note')).not.toBeInTheDocument());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a screen whose file cannot be loaded offers a reload and keeps the frame', async () => {
  serve({});
  const gone = {
    path: '/gone',
    lazy: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/gone-1.js')),
  };
  const { router } = visit('/', { also: [gone] });
  await screen.findByRole('button', { name: 'Log in' });
  await router.navigate('/gone');
  await screen.findByRole('heading', { name: 'This screen could not be loaded' });
  expect((await bar()).getByRole('link', { name: 'Home' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
});

test('a screen whose file could not be loaded is loaded again by a press, without a reload', async () => {
  serve({});
  let isThere = false;
  const late = {
    path: '/late',
    ...lazyScreen(async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module: /assets/late-1.js');
      return { Component: () => <h1>Late</h1> };
    }),
  };
  const { router, user } = visit('/', { also: [late] });
  await screen.findByRole('button', { name: 'Log in' });
  await router.navigate('/late');
  const again = await screen.findByRole('button', { name: 'Try again' });
  isThere = true;
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'Late' })).toBeInTheDocument();
});

test('a screen whose file could not be loaded appears by itself when the browser is online again', async () => {
  serve({});
  let isThere = false;
  const late = {
    path: '/late',
    ...lazyScreen(async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module: /assets/late-2.js');
      return { Component: () => <h1>Late</h1> };
    }),
  };
  const { router } = visit('/', { also: [late] });
  await screen.findByRole('button', { name: 'Log in' });
  await router.navigate('/late');
  await screen.findByRole('button', { name: 'Try again' });
  isThere = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: 'Late' })).toBeInTheDocument();
});

test('a screen that throws keeps the shell, and the next screen works', async () => {
  serve({});
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('out of order');
  };
  const { user } = visit('/broken', { also: [{ path: '/broken', element: <Broken /> }] });
  await screen.findByRole('heading', { name: 'Unexpected Error' });
  await user.click((await bar()).getByRole('link', { name: 'Home' }));
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeInTheDocument();
  complained.mockRestore();
});

test('a navigation asks before typed text is lost', async () => {
  serve({ 'GET /api/teams/t1': team });
  const Form = () => {
    useUnsaved('Entry: Warfarin');
    return <h1>Chart</h1>;
  };
  const { user } = visit('/chart', { as: mona, also: [{ path: '/chart', element: <Form /> }] });
  await screen.findByRole('heading', { name: 'Chart' });
  await user.click((await bar()).getByRole('link', { name: 'Home' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Entry: Warfarin');
  await user.click(within(question).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Chart' })).toBeInTheDocument();
  expect([...unsavedEdits().values()]).toEqual(['Entry: Warfarin']);
});

test('a stale answer shows one notice, until a complete answer arrives', async () => {
  let behind = true;
  const reply = () => new Response(JSON.stringify(team), behind ? { headers: { 'x-stale': 'true' } } : {});
  serve({ 'GET /api/teams/t1': reply });
  const { user } = visit('/team/t1', { as: mona });
  await screen.findByText('This may not be the newest data. It updates automatically.');
  expect(screen.getAllByText(/may not be the newest data/)).toHaveLength(1);
  behind = false;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.queryByText(/may not be the newest data/)).not.toBeInTheDocument());
});
