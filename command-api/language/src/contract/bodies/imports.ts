/** Schemas of the import of tables. Strict: an unknown field is 400. */
import * as z from 'zod';
import { because } from '../../domain/reasons/because.ts';
import { limits } from '../../domain/values/codes.ts';
import { Id, RequiredLine } from '../../domain/values/fields.ts';
import { dateOrders, encodings, importFields, importKinds, importLimits, separators } from '../imports.ts';

/** Empty for the catalogue, which belongs to no team. */
const Team = Id.or(z.literal(''));
const Kind = z.enum(importKinds, because('unknown-kind'));
const FieldName = z.enum([...new Set(Object.values(importFields).flatMap((fields) => Object.keys(fields)))]);
const DateOrders = z.partialRecord(FieldName, z.enum(dateOrders)).default({});

/** The query of the call that takes the file. What is left out is detected. */
export const ReadTable = z.object({
  team: Team.default(''),
  kind: Kind,
  encoding: z.enum(encodings).optional(),
  separator: z.enum(separators).optional(),
  sheet: z.string().max(100).optional(),
});
export const ImportRows = z.strictObject({
  team: Team,
  kind: Kind,
  /** Nothing is written. */
  isTrial: z.boolean(),
  dateOrders: DateOrders,
  rows: z
    .array(
      z.strictObject({
        row: z.int().min(1),
        values: z.partialRecord(FieldName, z.string().max(importLimits.cell)),
        /** The patients of this record number, or the drugs of this name, that the caller knows of. */
        known: z.array(Id).max(5).default([]),
        /** The drug that an allergy's agent names. */
        drug: Id.optional(),
      }),
    )
    .min(1)
    .max(importLimits.rowsAtOnce),
});
/** Without headings the source is removed. */
export const KeepImportSource = z.strictObject({
  team: Team,
  kind: Kind,
  name: RequiredLine(limits.name, 'source-name-required'),
  headings: z.partialRecord(FieldName, z.string().max(importLimits.cell)),
  dateOrders: DateOrders,
});
