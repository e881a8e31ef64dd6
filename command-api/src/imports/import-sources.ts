/** The kept columns of sources: a private table, by team and kind. No data of a person. */
import type { Pool } from 'pg';
import { type ImportColumns, importLimits, type ImportKind, type ImportSource } from 'language/contract/imports';
import { Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';

export interface ImportSources {
  list(team: string, kind: ImportKind): Promise<ImportSource[]>;
  /** Replaces the one of this name. @throws Rejection 409 for too many */
  keep(team: string, kind: ImportKind, source: ImportSource): Promise<void>;
  remove(team: string, kind: ImportKind, name: string): Promise<void>;
}

export const createImportSources = (pool: Pool): ImportSources => ({
  async list(team, kind) {
    const { rows } = await pool.query<{ name: string; columns: ImportColumns }>(
      'select name, columns from accounts.import_source where team_id = $1 and kind = $2 order by name',
      [team, kind],
    );
    return rows.map(({ name, columns }) => ({ name, ...columns }));
  },
  async keep(team, kind, { name, headings, dateOrders }) {
    const { rowCount } = await pool.query(
      `insert into accounts.import_source (team_id, kind, name, columns)
       select $1, $2, $3, $4
       where (select count(*) from accounts.import_source where team_id = $1 and kind = $2 and name <> $3) < $5
       on conflict (team_id, kind, name) do update set columns = excluded.columns`,
      [team, kind, name, JSON.stringify({ headings, dateOrders }), importLimits.sources],
    );
    if (rowCount === 0) throw new Rejection(refusal('too-many-sources', { limit: importLimits.sources }));
  },
  async remove(team, kind, name) {
    await pool.query('delete from accounts.import_source where team_id = $1 and kind = $2 and name = $3', [
      team,
      kind,
      name,
    ]);
  },
});
