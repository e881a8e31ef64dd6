/** The playback, the slider by keyboard and from right to left, steps of time, and the other tabs. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { onTestFinished, expect, test } from 'vitest';
import { languages } from 'virtual:languages';
import { chosenLanguage, showLanguage } from '../../platform/language/language.ts';
import { charts, instantOf, mark, moments, open, slider } from '../../testing/past-chart.ts';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../../features/medications/dashboard.tsx';
import '../../features/medications/medication-row.tsx';
import '../../features/notes/note-list.tsx';
import '../../features/gallery/group-list.tsx';

test('the tabs show the notes, the medications with their dashboard, and the images of that time', async () => {
  const { user } = await open();
  await mark();
  await user.click(screen.getByRole('tab', { name: /Notes/ }));
  expect(await screen.findByText('Extubate tomorrow')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: /Medication/ }));
  const list = await screen.findByRole('region', { name: 'Medications of this admission' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Meronem'), expect.stringContaining('Marevan')]);
  expect(screen.getByRole('region', { name: 'Medications by day' })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: /Gallery/ }));
  expect(await screen.findByRole('button', { name: /Chest X-ray.*1 image/ })).toBeInTheDocument();
});

test('the slider goes by keyboard one step, ten steps and to its ends, and replaces the address', async () => {
  const { user, router } = await open();
  await mark();
  slider().focus();
  for (const [key, at] of [
    ['{ArrowLeft}', '2'],
    ['{Home}', '0'],
    ['{PageUp}', '3'],
    ['{PageDown}', '0'],
    ['{ArrowUp}', '1'],
    ['{End}', '3'],
  ] as const) {
    await user.keyboard(key);
    expect(slider()).toHaveValue(at);
    await waitFor(() => expect(router.state.location.search).toBe(`?at=${at}`));
    expect(router.state.historyAction).toBe('REPLACE');
  }
});

test('by time the steps are hours or days, and an instant between two changes shows the earlier one', async () => {
  const { user, router } = await open('?at=2');
  await mark();
  await user.click(screen.getByRole('checkbox', { name: 'Go by time' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?at=${encodeURIComponent(instantOf(2))}`));
  expect(screen.getByRole('slider', { name: 'Time' })).toHaveAttribute(
    'aria-valuetext',
    'Change 3 of 4, 2026-03-02 10:00',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: /Step size/ }), 'an hour');
  slider().focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 3 of 4, 2026-03-02 12:00');
  await waitFor(async () => expect(await mark()).toHaveTextContent('As it stood on 2026-03-02 12:00'));
  await user.click(screen.getByRole('button', { name: 'Next change' }));
  await waitFor(() => expect(router.state.location.search).toBe(`?at=${encodeURIComponent(instantOf(3))}`));
});

test('on a page from right to left the left arrow goes to a later change', async () => {
  const { user } = await open('?at=2');
  await mark();
  onTestFinished(() => act(() => showLanguage(chosenLanguage(languages[0]))));
  await act(() => showLanguage(chosenLanguage(languages.find(({ code }) => code === 'ar')!)));
  slider().focus();
  await user.keyboard('{ArrowLeft}');
  expect(slider()).toHaveValue('3');
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}');
  expect(slider()).toHaveValue('2');
});

test('an admission of some minutes is shown and stepped in seconds', async () => {
  const { user } = await open('?at=2', {
    'GET /api/history/admissions/a1/moments': { ...moments, after: [0, 7_000, 8_000, 100_000] },
    'GET /api/history/admissions/a1': ({ search: { at = '' } }) => charts[at.includes('T') ? 3 : Number(at)]!,
  });
  await mark();
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 3 of 4, 2026-03-01 08:00:08');
  expect(await mark()).toHaveTextContent('As it stood on 2026-03-02 10:00:00');
  await user.click(screen.getByRole('checkbox', { name: 'Go by time' }));
  slider().focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(slider()).toHaveAttribute('aria-valuetext', 'Change 3 of 4, 2026-03-01 08:00:10');
});

test('the playback goes from the first change to the newest, and can be paused', async () => {
  const { user, asked } = await open();
  await mark();
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(slider()).toHaveValue('1'));
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(slider()).not.toHaveValue('3');
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(slider()).toHaveValue('3'));
  expect(await screen.findByRole('button', { name: 'Play' })).toBeInTheDocument();
  expect([...new Set(asked())].sort()).toEqual(['0', '1', '2', '3']);
});
