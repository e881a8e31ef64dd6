import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { system } from '../app/system.ts';
import { PlainConfirm } from '../app/plain-confirm.tsx';
import { Part } from './part.tsx';
import { PartFailed } from './part-failed.tsx';

const Missing = lazy(() => Promise.reject(new Error('Failed to fetch dynamically imported module')));
function open(asks: boolean) {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false);
  onTestFinished(() => {
    quiet.mockRestore();
    asked.mockRestore();
  });
  render(<ChakraProvider value={system}><PlainConfirm /><Part instead={<PartFailed asks={asks} />}><Missing /></Part></ChakraProvider>);
  return asked;
}

test('a part that cannot be loaded says so, and offers a reload', async () => {
  const asked = open(false);
  expect(await screen.findByRole('alert')).toHaveTextContent('This part could not be loaded.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeInTheDocument();
  expect(asked).not.toHaveBeenCalled();
});

test('where somebody has just pressed for it, they are asked', async () => {
  const asked = open(true);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(expect.stringContaining('What you typed is kept.')));
});
