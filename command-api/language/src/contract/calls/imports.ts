/** The calls of the import of tables (docs/product.md, "Import of tables"). */
import type { ImportRows, KeepImportSource } from '../bodies/imports.ts';
import type { ImportedRows, ImportSources, NumberedPatients, TableFile } from '../imports.ts';
import { call, type Body, type Query } from './call.ts';

/** Read a table, CSV or XLSX, of at most 10 MB and 20,000 rows: its rows, its columns and the kept sources; nothing is stored */
export const readTable = call<
  'clinical pharmacists of the team, and for the catalogue the admin account',
  TableFile,
  Query<'team' | 'kind' | 'encoding' | 'separator' | 'sheet'>
>()('POST', '/api/imports/file', { files: 'file' });
/**
 * Import rows by the commands of their kind, each with its outcome. A trial writes nothing. A row that was imported before
 * adds nothing, whoever sends it
 */
export const importRows = call<
  'clinical pharmacists of the team, and for the catalogue the admin account',
  ImportedRows,
  Body<typeof ImportRows>
>()('POST', '/api/imports/rows');
/** Keep the columns of a source under a name, for the team; without columns the source is removed */
export const keepImportSource = call<
  'clinical pharmacists of the team, and for the catalogue the admin account',
  ImportSources,
  Body<typeof KeepImportSource>
>()('PUT', '/api/imports/sources');
/** The patients of the team with these record numbers, one a line, at most 100 */
export const listNumberedPatients = call<'members of the team', NumberedPatients, Query<'numbers'>>()(
  'GET',
  '/api/patients/team/:teamId/numbered',
);
