import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { BarChartDrawing } from './bar-chart-drawing.tsx';
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

interface DrawnChart {
  readonly w: {
    readonly config: {
      readonly tooltip: { readonly x: { readonly formatter: (value: number, at: object) => string } };
    };
  };
}

test('a name in a tooltip is text, also if it looks like HTML', async () => {
  const name = '<a href=https://evil.example>Re-enter</a><img src=x onerror=alert(1)> & جرعة';
  show(
    <BarChartDrawing
      kind="columns"
      height={300}
      categories={[name]}
      series={[{ name: 'Errors', values: [7] }]}
      onReady={() => undefined}
    />,
  );
  const charts = () =>
    (Reflect.get(window, 'Apex') as { _chartInstances?: { chart: DrawnChart }[] })._chartInstances ?? [];
  await waitFor(() => expect(charts()).not.toEqual([]));
  const html = charts().at(-1)?.chart.w.config.tooltip.x.formatter(0, { dataPointIndex: 0 }) ?? '';
  const tooltip = new DOMParser().parseFromString(html, 'text/html').body;
  expect(tooltip.children).toHaveLength(0);
  expect(tooltip.textContent).toBe(name);
});
