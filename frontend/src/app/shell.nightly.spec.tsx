import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unsavedEdits } from '../platform/storage/unsaved-changes.ts';
import { bar, lapse, goAway } from '../testing/lapsed-session.tsx';
import { mona } from '../testing/screen.tsx';

test('another person who signs in over the page begins at home, with an empty page', async () => {
  const { router, logIn } = await lapse({ token: 't3', _id: 'u2', firstName: 'Omar', lastName: 'Shaker' });
  await logIn();
  await waitFor(() => expect(router.state.location.pathname).toBe('/teamlist'));
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(screen.queryByLabelText('Note')).not.toBeInTheDocument());
  expect(screen.queryByDisplayValue('Half a sent')).not.toBeInTheDocument();
  expect(unsavedEdits().size).toBe(0);
});

test('a person who leaves instead comes to the login, and from there back to the page', async () => {
  const { router, user, dialog } = await lapse(mona);
  await user.click(dialog.getByRole('button', { name: 'Leave this page' }));
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/teamlist'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect((await bar()).getByRole('link', { name: 'Create Account' })).toBeInTheDocument();
});

test('the dialog over a page whose session has ended goes with its person: nothing of the page stays', async () => {
  const { router } = await lapse(mona);
  goAway();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(screen.queryByLabelText('Note')).not.toBeInTheDocument());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByDisplayValue('Half a sent')).not.toBeInTheDocument();
});
