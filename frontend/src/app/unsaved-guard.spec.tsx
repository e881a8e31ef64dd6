import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { session, signedInUser } from '../platform/session/session.ts';
import { useUnsaved } from '../platform/storage/unsaved-changes.ts';
import { ConfirmHost } from '../components/dialogs/confirm.tsx';
import '../components/dialogs/confirm-dialog.tsx';
import { NavBar } from './nav-bar.tsx';
import { system } from '../components/theme/system.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

const mona = { token: 't1', _id: 'u1', firstName: 'Mona', lastName: 'Farouk' };
function Chart({ unsaved }: { unsaved: string | undefined }) {
  useUnsaved(unsaved);
  return (
    <>
      <NavBar />
      <UnsavedGuard />
      <ConfirmHost />
    </>
  );
}
function atTheChart(unsaved: string | undefined) {
  session.send({ type: 'signedUp', user: mona });
  const router = createMemoryRouter(
    [
      { path: '/admissions/1', element: <Chart unsaved={unsaved} /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: ['/admissions/1'] },
  );
  render(
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>,
  );
  return userEvent.setup();
}
const logOut = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Account of Mona Farouk' }));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
};
afterEach(() => session.send({ type: 'tokenFailed' }));

test('signing out asks before typed text is lost; a person who stays is still signed in', async () => {
  const user = atTheChart('Entry: Warfarin');
  await logOut(user);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Entry: Warfarin');
  expect(signedInUser()).toEqual(mona);
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(signedInUser()).toEqual(mona);
  expect(screen.queryByText('Elsewhere')).not.toBeInTheDocument();
});

test('a person who discards the text is signed out and is asked once', async () => {
  const user = atTheChart('Entry: Warfarin');
  await logOut(user);
  await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
  await waitFor(() => expect(screen.getByText('Elsewhere')).toBeInTheDocument());
  expect(signedInUser()).toBeUndefined();
});

test('signing out with nothing unsaved asks nothing', async () => {
  const user = atTheChart(undefined);
  await logOut(user);
  await waitFor(() => expect(screen.getByText('Elsewhere')).toBeInTheDocument());
});
