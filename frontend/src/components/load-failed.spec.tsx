import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { system } from './theme/system.ts';
import { NativeConfirm, useQuestion } from './dialogs/confirm.tsx';
import { AsyncBoundary, lazyComponent } from './lazy-component.tsx';
import { LoadFailed } from './load-failed.tsx';

const Missing = lazy(() => Promise.reject(new Error('Failed to fetch dynamically imported module')));
function open(asks: boolean) {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false);
  onTestFinished(() => {
    quiet.mockRestore();
    asked.mockRestore();
  });
  render(
    <ChakraProvider value={system}>
      <NativeConfirm />
      <AsyncBoundary instead={<LoadFailed asks={asks} />}>
        <Missing />
      </AsyncBoundary>
    </ChakraProvider>,
  );
  return asked;
}

test('a component that cannot be loaded says so and offers a reload', async () => {
  const asked = open(false);
  expect(await screen.findByRole('alert')).toHaveTextContent('This part could not be loaded.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeInTheDocument();
  expect(asked).not.toHaveBeenCalled();
});

test('a dialog asks about the reload after a press', async () => {
  const asked = open(true);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(expect.stringContaining('What you typed is kept.')), {
    timeout: 10_000,
  });
});

test('a component that failed to load appears at every place once the network is back, without a reload', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => quiet.mockRestore());
  let isOnline = false;
  const Late = lazyComponent(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module: /assets/late.js');
    return { default: ({ of }: { of: string }) => <p>History of {of}</p> };
  });
  render(
    <ChakraProvider value={system}>
      <AsyncBoundary instead={<LoadFailed />}>
        <Late of="the review" />
      </AsyncBoundary>
      <AsyncBoundary>
        <Late of="the entry" />
      </AsyncBoundary>
    </ChakraProvider>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('This part could not be loaded.');
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('History of the review')).toBeInTheDocument();
  expect(screen.getByText('History of the entry')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

const Asking = () => (useQuestion().isOpen ? <p>asking</p> : null);
test('the person may try again at once; the question about a reload closes when the component is there', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => quiet.mockRestore());
  let attempts = 0;
  const Late = lazyComponent(async () => {
    attempts += 1;
    if (attempts < 3) throw new TypeError('Failed to fetch dynamically imported module: /assets/late.js');
    return { default: () => <p>Templates of Warfarin</p> };
  });
  render(
    <ChakraProvider value={system}>
      <Asking />
      <AsyncBoundary instead={<LoadFailed asks />}>
        <Late />
      </AsyncBoundary>
    </ChakraProvider>,
  );
  await screen.findByText('asking');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Templates of Warfarin')).toBeInTheDocument();
  expect(screen.queryByText('asking')).not.toBeInTheDocument();
});

test('a failure is not shown if the next attempt succeeds', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => quiet.mockRestore());
  const alerts: number[] = [];
  const Watched = () => {
    alerts.push(1);
    return null;
  };
  let attempts = 0;
  const Late = lazyComponent(async () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module: /assets/late.js');
    return { default: () => <p>Handed over</p> };
  });
  render(
    <AsyncBoundary instead={<Watched />}>
      <Late />
    </AsyncBoundary>,
  );
  expect(await screen.findByText('Handed over')).toBeInTheDocument();
  expect(alerts).toEqual([]);
});
