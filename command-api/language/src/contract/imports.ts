/** Import of tables: the kinds, their fields, and what the server answers. For the browser as well: no schema is here. */
import type { Problem } from './entities.ts';

interface ImportField {
  readonly required?: true;
  /** The default is a text. */
  readonly is?: 'date' | 'time';
}

/** The fields of each kind, in the order of the screen. */
export const importFields = {
  patients: {
    medicalRecordNumber: { required: true },
    /** The whole name in one column, instead of its parts. */
    fullName: {},
    firstName: {},
    middleName: {},
    lastName: {},
    fourthName: {},
    birthdate: { required: true, is: 'date' },
    sex: {},
  },
  admissions: {
    medicalRecordNumber: { required: true },
    admissionDate: { required: true, is: 'date' },
    room: {},
    bed: {},
    consultant: {},
    workingDiagnosis: {},
    plannedDischarge: { is: 'date' },
    admissionDetails: {},
  },
  measurements: {
    medicalRecordNumber: { required: true },
    /** The name of the test. */
    kind: { required: true },
    value: { required: true },
    unit: {},
    takenOn: { required: true, is: 'date' },
    takenAt: { is: 'time' },
    note: {},
  },
  allergies: {
    medicalRecordNumber: { required: true },
    /** A drug, a class of drugs or a substance. */
    agentText: { required: true },
    reaction: {},
    severity: {},
    certainty: {},
    source: {},
    onset: {},
  },
  drugs: {
    label: { required: true },
    /** Several are divided by a semicolon or a bar. */
    tradeLabels: { required: true },
    tags: {},
    tips: {},
  },
} as const satisfies Record<string, Readonly<Record<string, ImportField>>>;
export type ImportKind = keyof typeof importFields;
export const importKinds = Object.keys(importFields) as [ImportKind, ...ImportKind[]];
export const fieldsOf = (kind: ImportKind): Readonly<Record<string, ImportField>> => importFields[kind];

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1256'] as const;
export type Encoding = (typeof encodings)[number];
export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];
/** Day before month, or month before day. */
export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

export const importLimits = {
  /** Bytes of a file. */
  file: 10 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  /** Rows of one request. */
  rowsAtOnce: 100,
  /** Characters of a cell. */
  cell: 4_000,
  /** Kept columns of a team and a kind. */
  sources: 50,
} as const;

/** What the dates of a column say of their order. `row`: the first row that decides it. */
export type ColumnDates =
  | { readonly order: DateOrder; readonly row: number }
  /** Every date has two numbers up to 12: a person decides. */
  | { readonly order: 'either' }
  /** Some rows have a day before the month, and others after it. */
  | { readonly order: 'both' };

/** The places of a source's columns, by field, and the order of its dates. */
export interface ImportColumns {
  /** The heading of the column of each field. */
  headings: Readonly<Record<string, string>>;
  dateOrders: Readonly<Record<string, DateOrder>>;
}
export interface ImportSource extends ImportColumns {
  name: string;
}
export interface ImportSources {
  sources: ImportSource[];
}

export interface TableRow {
  /** The row in the file, from 1. */
  row: number;
  cells: string[];
}
/** A file as it was read. */
export interface TableFile extends ImportSources {
  /** Absent for Excel. */
  encoding?: Encoding;
  separator?: Separator;
  /** Of Excel. */
  sheets?: string[];
  sheet?: string;
  headings: string[];
  rows: TableRow[];
  /** The column of each field, as its heading says. */
  columns: Record<string, number>;
  /** By the number of the column; absent without dates whose order matters. */
  dates: Record<string, ColumnDates>;
}

export type RowOutcome = 'added' | 'same' | 'refused';
export interface ImportedRow {
  row: number;
  /** In a trial: what would come of it. */
  outcome: RowOutcome;
  /** The row as it was understood, by field. Of a trial. */
  understood?: Record<string, string>;
  /** Of a refused row. */
  problem?: Problem;
}
export interface ImportedRows {
  rows: ImportedRow[];
}

/** Patients of a team by their record numbers. */
export interface NumberedPatients {
  patients: { _id: string; medicalRecordNumber: string }[];
}
