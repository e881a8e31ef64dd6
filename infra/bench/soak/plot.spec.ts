import { expect, test } from 'vitest';
import { plotOf } from './plot.ts';

const line = (name: string, ...values: number[]) => ({
  name,
  samples: values.map((value, minutes) => ({ minutes, value })),
});

test('each process is a line with its name, within the picture', () => {
  const plot = plotOf('Memory', [line('product', 200, 250, 255), line('event-log <1>', 90, 91, 92)], 1);
  const lines = [...plot.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number)),
  );
  expect(lines).toHaveLength(2);
  for (const [x = 0, y = 0] of lines.flat()) {
    expect(x).toSatisfy((at: number) => at >= 60 && at <= 810);
    expect(y).toSatisfy((at: number) => at >= 40 && at <= 435);
  }
  // More memory is higher up.
  expect(lines[0]?.[2]?.[1]).toBeLessThan(lines[0]?.[0]?.[1] ?? 0);
  expect(plot).toContain('event-log &lt;1>');
});

test('a plot without samples is a picture too', () => {
  expect(plotOf('Memory', [], 0)).toMatch(/^<svg .*<\/svg>\n$/);
});
