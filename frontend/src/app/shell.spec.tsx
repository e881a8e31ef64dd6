import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useUnsaved, unsavedWorks } from '../lib/unsaved.ts';
import { mona, refusal, serve, visit } from '../testing-screen.tsx';

const team = { _id: 't1', name: 'Adult ICU', specialty: 1, about: '', admin: 'mona@demo.test', adminId: 'u1', cloudName: '', uploadPreset: 'local', version: 0, members: [] };
const bar = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

test('a visitor finds home, the courses, what this is, and the way to an account', async () => {
  serve({});
  visit('/');
  const main = await bar();
  expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(main.getByRole('link', { name: 'Courses' })).toHaveAttribute('href', '/clinical-pharmacy-courses');
  expect(main.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
  expect(main.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register');
});

test('Mona finds her profile and the way out under her name; Escape closes it and gives the focus back', async () => {
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

test('an address that leads nowhere says so, with a way home, and the history has no screen yet', async () => {
  serve({});
  const { router } = visit('/no/such/page');
  expect(await screen.findByRole('heading', { name: 'Looks like the page you were looking for is no longer here.' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  await router.navigate('/history/admissions/7');
  expect(await screen.findByRole('heading', { name: /no longer here/ })).toBeInTheDocument();
});

test('a token that failed brings Mona to the login and, signed in again, back to where she was', async () => {
  serve({
    'GET /api/teams/t1': () => refusal(401, { message: 'Not authorized, token failed', code: 'unauthorized' }),
    'POST /api/users/login': { ...mona, token: 't2' },
  });
  const { router, user } = visit('/team/t1?from=list', { as: mona });
  await user.type(await screen.findByLabelText('Email'), 'mona@demo.test');
  expect(router.state.location.pathname + router.state.location.search).toBe('/?returnFrom=%2Fteam%2Ft1%3Ffrom%3Dlist');
  serve({ 'GET /api/teams/t1': team, 'POST /api/users/login': { ...mona, token: 't2' } });
  await user.type(screen.getByLabelText('Password'), 'demo-pass-1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: 'Adult ICU' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('?from=list');
});

test('a screen whose file cannot be loaded offers a reload and keeps the frame', async () => {
  serve({});
  const gone = { path: '/gone', lazy: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/gone-1.js')) };
  const { router } = visit('/', { also: [gone] });
  await screen.findByRole('button', { name: 'Log in' });
  await router.navigate('/gone');
  await screen.findByRole('heading', { name: 'This screen could not be loaded' });
  expect((await bar()).getByRole('link', { name: 'Home' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
});

test('a screen that breaks leaves the frame, and the next screen is whole again', async () => {
  serve({});
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => { throw new Error('out of order'); };
  const { user } = visit('/broken', { also: [{ path: '/broken', element: <Broken /> }] });
  await screen.findByRole('heading', { name: 'Unexpected Error' });
  await user.click((await bar()).getByRole('link', { name: 'Home' }));
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeInTheDocument();
  complained.mockRestore();
});

test('what is typed is asked about before any other screen takes its place', async () => {
  serve({ 'GET /api/teams/t1': team });
  const Form = () => { useUnsaved('Entry: Warfarin'); return <h1>Chart</h1>; };
  const { user } = visit('/chart', { as: mona, also: [{ path: '/chart', element: <Form /> }] });
  await screen.findByRole('heading', { name: 'Chart' });
  await user.click((await bar()).getByRole('link', { name: 'Home' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Entry: Warfarin');
  await user.click(within(question).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Chart' })).toBeInTheDocument();
  expect([...unsavedWorks().values()]).toEqual(['Entry: Warfarin']);
});

test('an answer that may be behind is said once and calmly, and no longer once it has caught up', async () => {
  let behind = true;
  const reply = () => new Response(JSON.stringify(team), behind ? { headers: { 'x-stale': 'true' } } : {});
  serve({ 'GET /api/teams/t1': reply });
  const { user } = visit('/team/t1', { as: mona });
  await screen.findByText('What you see may be a little behind. It catches up by itself.');
  expect(screen.getAllByText(/a little behind/)).toHaveLength(1);
  behind = false;
  await user.click(screen.getByRole('button', { name: 'Read again' }));
  await waitFor(() => expect(screen.queryByText(/a little behind/)).not.toBeInTheDocument());
});
