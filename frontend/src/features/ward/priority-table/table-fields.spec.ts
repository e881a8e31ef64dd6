import { priorityOf } from 'language/domain/priority/score';
import { defaultPriorityTable } from 'language/domain/priority/table';
import { expect, test } from 'vitest';
import { wardPatient } from '../board-row.testdata.ts';
import { defaultFields, fieldsOfTable, previewOf, tableIn } from './table-fields.ts';

test('the texts of the form are the whole table', () => {
  expect(tableIn(defaultFields)).toEqual(defaultPriorityTable);
  const table = { ...defaultPriorityTable, most: 40, antibioticTags: ['antibiotic', 'antifungal'] };
  expect(tableIn(fieldsOfTable(table))).toEqual(table);
});

test('the preview has the places and points of both tables', () => {
  const today = '2026-03-05';
  const patients = [
    wardPatient('ali', { facts: { ...wardPatient('').facts, medicines: 12 } }),
    wardPatient('huda', { facts: { ...wardPatient('').facts, akiStage: 2 } }),
  ].map((one) => ({ ...one, priority: priorityOf(one.facts, defaultPriorityTable, today) }));
  const table = {
    ...defaultPriorityTable,
    points: { ...defaultPriorityTable.points, manyMedicines: 60 },
  };
  expect(
    previewOf(patients, table, today).map(({ patient, place, placeBefore, pointsBefore, priority }) => [
      patient._id,
      [placeBefore, pointsBefore],
      [place, priority.points],
    ]),
  ).toEqual([
    ['ali', [2, 10], [1, 60]],
    ['huda', [1, 25], [2, 25]],
  ]);
});
