import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { patient, page, USE, open } from '../../testing/drug-use.ts';
import { printDialog, refusal } from '../../testing/screen.tsx';

test('another day is asked for; a day to come, or half a date, is not', async () => {
  const { user, asked, router } = open('/drug-use/t1?drug=d1');
  await waitFor(() => expect(asked()).toHaveLength(1));
  const day = screen.getByRole('textbox', { name: /On the day/ });
  await user.clear(day);
  await user.type(day, '2026-03-0');
  expect(asked()).toHaveLength(1);
  await user.type(day, '1');
  await waitFor(() => expect(asked().at(-1)).toEqual({ drug: 'd1', on: '2026-03-01', pageNumber: '1' }));
  expect(router.state.location.search).toBe('?drug=d1&on=2026-03-01');
  await user.clear(day);
  await user.type(day, '2999-03-09');
  await user.tab();
  await waitFor(() => expect(day).toBeInvalid());
  expect(day).toHaveAccessibleErrorMessage(/^No date after/);
  expect(asked()).toHaveLength(2);
});

test('a live note reads the lists again, and further pages are loaded', async () => {
  let now = page({ total: 21, pages: 2 });
  const { user, asked } = open('/drug-use/t1?drug=d1', {
    [USE]: ({ search }: { search: Record<string, string> }) =>
      search['pageNumber'] === '2' ? page({ patients: [patient('Omar')], had: [], page: 2, pages: 2, total: 21 }) : now,
  });
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByRole('link', { name: 'Omar' });
  expect(asked().map(({ pageNumber }) => pageNumber)).toEqual(['1', '2']);
  now = page({ patients: [patient('Laila')], total: 21, pages: 2 });
  act(() => void queryClient.invalidateQueries({ queryKey: ['drugUse', 't1'] }));
  await screen.findByRole('link', { name: 'Laila' });
});

test('a list of which a page cannot be read is not printed', async () => {
  const dialog = printDialog();
  const { user } = open('/drug-use/t1?drug=d1', {
    [USE]: ({ search }: { search: Record<string, string> }) =>
      search['pageNumber'] === '2' ? refusal(403, { message: 'Not allowed', code: 'forbidden' }) : page({ pages: 2 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  await user.click(await within(await screen.findByRole('alert')).findByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('button', { name: 'Print' })).toBeEnabled();
  expect(dialog).not.toHaveBeenCalled();
});
