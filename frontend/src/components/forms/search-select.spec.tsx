import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { system } from '../theme/system.ts';
import type { Choice } from '../../platform/text/search.ts';
import { SearchSelect } from './search-select.tsx';

const drugs: Choice[] = ['Aspocid', 'Cefumax', 'Marevan', 'Meronem', 'Meropenem Vial'].map((label) => ({
  id: label.toLowerCase(),
  label,
}));
const onPick = vi.fn<(choice: Choice) => void>();
function open(): HTMLElement {
  onPick.mockClear();
  render(
    <ChakraProvider value={system}>
      <SearchSelect
        label="Drug"
        choices={drugs}
        defaultChoice={undefined}
        onPick={onPick}
        noneText="None"
        moreText={() => 'more'}
      />
    </ChakraProvider>,
  );
  return screen.getByRole('combobox', { name: 'Drug' });
}
const picked = () => onPick.mock.calls.map(([{ label }]) => label);
/** Waits until the list has done the work of its next frame. */
const aFrame = () =>
  act(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
/** The list has done what it does at once, and nothing has been painted. */
const atOnce = () => act(async () => {});

test('Enter picks the best match even if a scanner types all keys within a frame', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
  const field = open();
  field.focus();
  for (const typed of ['m', 'mar']) {
    fireEvent.change(field, { target: { value: typed } });
    await atOnce();
  }
  fireEvent.keyDown(field, { key: 'Enter' });
  await atOnce();
  expect(picked()).toEqual(['Marevan']);
  expect(field).toHaveValue('Marevan');
  vi.restoreAllMocks();
});

test('typing after an arrow key highlights the best match again', async () => {
  const user = userEvent.setup();
  const field = open();
  await user.type(field, 'mer');
  // The list itself highlights its first choice, in the frame after it has opened.
  await aFrame();
  await user.type(field, '{ArrowDown}');
  const highlighted = async (name: string) =>
    vi.waitFor(() => expect(screen.getByRole('option', { name })).toHaveAttribute('data-highlighted'), {
      timeout: 10_000,
    });
  await highlighted('Meropenem Vial');
  await user.type(field, 'o');
  await highlighted('Meronem');
  await user.type(field, '{ArrowDown}{Enter}');
  expect(picked()).toEqual(['Meropenem Vial']);
});

test('Enter picks nothing if no choice matches', async () => {
  const user = userEvent.setup();
  const field = open();
  await user.type(field, 'xyz');
  expect(screen.getByText('None')).toBeInTheDocument();
  await user.type(field, '{Enter}');
  expect(picked()).toEqual([]);
});

test('the list is mounted while it is open, and ahead of the first key', async () => {
  const user = userEvent.setup();
  const field = open();
  expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]);
  await user.click(field);
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
    drugs.map(({ label }) => label),
  );
  await user.click(screen.getByRole('option', { name: 'Cefumax' }));
  expect(picked()).toEqual(['Cefumax']);
  await vi.waitFor(() => expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]), { timeout: 10_000 });
});
