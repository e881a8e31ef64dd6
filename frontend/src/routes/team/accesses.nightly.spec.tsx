import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { access, chart, page, open, rows } from '../../testing/accesses.ts';

test('a former member can be chosen by name', async () => {
  const { user, asked } = await open(
    page([access('1', 'ChartOpened', chart)], { left: [{ userId: 'u9', name: 'سامي X' }] }),
  );
  await screen.findByText('1 access');
  await user.selectOptions(screen.getByLabelText('Person'), 'سامي X');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ user: 'u9' }));
  expect(screen.getByLabelText('Person')).toHaveDisplayValue('سامي X');
});

test('a deleted thing has no link', async () => {
  await open(
    page([
      access('1', 'ChartOpened', { ...chart, patientName: '', admissionDate: '' }),
      access('2', 'ChartOpened', { ...chart, admissionDate: '', userName: '' }),
    ]),
  );
  await screen.findByText('2 accesses');
  expect(rows()[0]).toContain('Opened the chart of a deleted patient');
  expect(rows()[1]).toContain('Unknown person');
  expect(screen.getAllByRole('link', { name: 'هدى محمود' }).map((link) => link.getAttribute('href'))).toEqual([
    '/patient/p1',
  ]);
});

test('pages follow each other, and a filter begins at the first page', async () => {
  const { user, asked } = await open((search) =>
    page([access(`on ${search['pageNumber']}`, 'ReviewsExported')], {
      page: Number(search['pageNumber']),
      pages: 3,
      total: 41,
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByText('Page 2 of 3')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('What'), 'Exported reviews');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ pageNumber: '1', kind: 'ReviewsExported' }));
});

test('a first day after the last is shown at its field, and nothing is requested', async () => {
  const { asked } = await open(page([]), '?startDate=2026-03-31&endDate=2026-03-01');
  expect(screen.getByText('This is before the first day')).toBeInTheDocument();
  expect(asked()).toEqual([]);
});
