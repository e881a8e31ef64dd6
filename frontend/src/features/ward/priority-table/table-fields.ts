/** The table of points as the texts of a form, and the list that it would make. */
import type { TeamPriorityTable, WardPatient } from 'language/contract/handover';
import { priorityReasons, type PriorityReason } from 'language/domain/priority/reasons';
import { priorityOf, type Priority } from 'language/domain/priority/score';
import { defaultPriorityTable, priorityTableLimits, type PriorityTable } from 'language/domain/priority/table';
import { severities, type Severity } from 'language/domain/values/codes';
import { createVersionReader } from '../../../editing/merge.ts';

/** Each number beside the points, with its bounds. */
export const thresholds = {
  most: [0, priorityTableLimits.most],
  manyMedicinesFrom: [1, priorityTableLimits.medicines],
  newWithinDays: [0, priorityTableLimits.days],
  transferredWithinDays: [0, priorityTableLimits.days],
  levelAfterDays: [1, priorityTableLimits.days],
  dischargeWithinDays: [0, priorityTableLimits.days],
} as const satisfies Partial<Record<keyof PriorityTable, readonly [number, number]>>;
export type Threshold = keyof typeof thresholds;
export const thresholdNames = Object.keys(thresholds) as Threshold[];
export const tagLists = ['highAlertTags', 'antibioticTags'] as const;

/** The tags are lines of a text. */
export type TableFields = Record<
  Threshold | (typeof tagLists)[number] | `points.${PriorityReason}` | `severe.${Severity}`,
  string
>;

const record = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
const letters = severities.map(({ code }) => code);

export const fieldsOfTable = (table: PriorityTable): TableFields =>
  ({
    ...record(thresholdNames, (name) => String(table[name])),
    ...record(tagLists, (name) => table[name].join('\n')),
    ...Object.fromEntries(priorityReasons.map((reason) => [`points.${reason}`, String(table.points[reason])])),
    ...Object.fromEntries(letters.map((letter) => [`severe.${letter}`, String(table.severe[letter])])),
  }) as TableFields;
export const defaultFields = fieldsOfTable(defaultPriorityTable);
export const fieldNames = Object.keys(defaultFields) as (keyof TableFields)[];
/** Each field for itself: two people may change two numbers. */
export const tableGroups = fieldNames.map((name) => [name]);
export const readTable = createVersionReader<TeamPriorityTable, TableFields>(
  ['points', 'severe', ...thresholdNames, ...tagLists],
  fieldsOfTable,
);

export const tagsIn = (text: string): string[] => text.split('\n').filter((tag) => tag !== '');

export const tableIn = (fields: TableFields) => ({
  ...record(thresholdNames, (name) => Number(fields[name])),
  ...record(tagLists, (name) => tagsIn(fields[name])),
  points: record(priorityReasons, (reason) => Number(fields[`points.${reason}`])),
  severe: record(letters, (letter) => Number(fields[`severe.${letter}`])),
});

export interface PreviewedPatient {
  patient: WardPatient;
  /** From 1. */
  place: number;
  placeBefore: number;
  pointsBefore: number;
  priority: Priority;
}

/**
 * Today's list as another table would order it. Equal points keep the order by name, as on the board.
 * @param patients by name
 */
export function previewOf(patients: readonly WardPatient[], table: PriorityTable, today: string): PreviewedPatient[] {
  const before = patients.toSorted((a, b) => b.priority.points - a.priority.points);
  return patients
    .map((patient) => ({ patient, priority: priorityOf(patient.facts, table, today) }))
    .toSorted((a, b) => b.priority.points - a.priority.points)
    .map(({ patient, priority }, at) => ({
      patient,
      priority,
      place: at + 1,
      placeBefore: before.indexOf(patient) + 1,
      pointsBefore: patient.priority.points,
    }));
}
