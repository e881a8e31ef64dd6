import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { BarChart } from './bar-chart.tsx';

const figures = {
  title: 'Errors by type',
  categoryName: 'Error type',
  kind: 'bars',
  height: 300,
  categories: ['Overdose', 'جرعة زائدة'],
  series: [{ name: 'Errors', values: [7, 0] }],
} as const;

test('a screen reader has every figure in a table', () => {
  show(<BarChart {...figures} />);
  const table = screen.getByRole('table', { name: 'Errors by type' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['Error typeErrors', 'Overdose7', 'جرعة زائدة0']);
  expect(screen.getByRole('figure', { name: 'Errors by type' })).toBeInTheDocument();
});

test('in the table a figure opens its entries, and a 0 opens nothing', async () => {
  const opened: number[][] = [];
  let ready = 0;
  const { user } = show(
    <BarChart
      {...figures}
      onFigure={(category, series) => opened.push([category, series])}
      onReady={() => {
        ready += 1;
      }}
    />,
  );
  expect(screen.queryByRole('button', { name: '7' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  await user.click(screen.getByRole('button', { name: '7' }));
  expect(opened).toEqual([[0, 0]]);
  expect(screen.queryByRole('button', { name: '0' })).not.toBeInTheDocument();
  await waitFor(() => expect(ready).toBe(1));
  expect(screen.getByRole('button', { name: 'Show as chart' })).toBeInTheDocument();
});
