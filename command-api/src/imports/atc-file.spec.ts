import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameKey, readAtcFile } from './atc-file.ts';

const drugs = new Map(
  [
    ['Meropenem', 'd-mero'],
    ['Meronem', 'd-mero'],
    ['Ciprofloxacin', 'd-cipro'],
    ['Panadol', 'd-para'],
  ].map(([name = '', id = '']) => [nameKey(name), new Set([id])] as const),
).set('two', new Set(['d-one', 'd-other']));

test('the example of the documentation is read whole', () => {
  const page = readFileSync(new URL('../../../docs/interfaces.md', import.meta.url), 'utf8');
  const example = /## ATC and DDD file[\s\S]*?```csv\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const read = readAtcFile(example, drugs);
  expect(read.problems).toEqual([]);
  expect([...read.drugs]).toEqual([
    ['d-mero', { atc: 'J01DH02', ddds: [{ value: 3, unit: 'g', route: 'P' }] }],
    [
      'd-cipro',
      {
        atc: 'J01MA02',
        ddds: [
          { value: 1, unit: 'g', route: 'O' },
          { value: 0.8, unit: 'g', route: 'P' },
        ],
      },
    ],
    ['d-para', { atc: 'N02BE01', ddds: [] }],
  ]);
});

test('what does not fit is reported by its line, and the other lines count', () => {
  const csv = [
    '\uFEFFName;ATC;DDD;Unit;Route',
    'Unknown;J01DH02;3;g;P',
    'two;J01DH02;3;g;P',
    'meropenem;J01;3;g;P',
    'Meropenem;J01DH02;-3;g;P',
    'Meropenem;J01DH02;3;spoons;P',
    'Meropenem;J01DH02;3;g;Z',
    'Meropenem;J01DH02;3;g;P',
    'Meronem;J01DH51;3;g;O',
    'MERONEM ;J01DH02;2;g;P',
  ].join('\r\n');
  const { rows, problems, drugs: found } = readAtcFile(csv, drugs);
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'unknown-drug'],
    [3, 'several-drugs'],
    [4, 'atc'],
    [5, 'ddd'],
    [6, 'unit'],
    [7, 'route'],
    [9, 'other-atc'],
    [10, 'route-twice'],
  ]);
  expect([rows, [...found]]).toEqual([
    9,
    [['d-mero', { atc: 'J01DH02', ddds: [{ value: 3, unit: 'g', route: 'P' }] }]],
  ]);
});

test('a file without the columns changes nothing', () =>
  expect(readAtcFile('drug,code\nMeropenem,J01DH02', drugs)).toMatchObject({ problems: [{ reason: 'columns' }] }));
