import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { tabs, useAdmissionLocation } from './admission-location.ts';

function Chart() {
  const { tab, goTo } = useAdmissionLocation();
  return (
    <>
      <h2>{tab}</h2>
      {tabs.map((name) => (
        // As the library's tabs: a choice of the shown tab is none.
        <button key={name} type="button" onClick={() => name !== tab && goTo(name)}>
          {name}
        </button>
      ))}
    </>
  );
}

test('of two tabs that are chosen before the loader of the screen answers, the second is shown', async () => {
  let isSlow = false;
  const waiting: (() => void)[] = [];
  const loader = () => (isSlow ? new Promise<null>((resolve) => waiting.push(() => resolve(null))) : null);
  const router = createMemoryRouter([{ path: '/chart', loader, Component: Chart, HydrateFallback: () => null }], {
    initialEntries: ['/chart?tab=gallery'],
  });
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { name: 'gallery' });
  const choose = (name: string) => act(async () => screen.getByRole('button', { name }).click());
  isSlow = true;
  await choose('medication');
  screen.getByRole('heading', { name: 'medication' });
  await choose('gallery');
  await act(async () => waiting.forEach((answer) => answer()));
  await expect.poll(() => router.state.navigation.state).toBe('idle');
  expect(router.state.location.search).toBe('?tab=gallery');
  screen.getByRole('heading', { name: 'gallery' });

  isSlow = false;
  await act(() => router.navigate('/chart?tab=notes'));
  await screen.findByRole('heading', { name: 'notes' });
});
