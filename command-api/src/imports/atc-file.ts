/**
 * The hospital's own file of ATC codes and defined daily doses (docs/interfaces.md, "ATC and DDD file"): one line for a drug and
 * route. What does not fit is reported by its line, and leaves the other lines as they are.
 */
import { parse } from 'csv-parse/sync';
import type { AtcProblem } from 'language/contract/entities';
import { type Classification, isAtc } from 'language/domain/drug/classification';
import { type DddRoute, dddRoutes, type DddUnit, dddUnits, type DefinedDose } from 'language/domain/drug/defined-doses';

export const atcColumns = ['name', 'atc', 'ddd', 'unit', 'route'] as const;

/** Names are compared without case and outer spaces. */
export const nameKey = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

export interface ReadAtcFile {
  readonly rows: number;
  /** By drug id. */
  readonly drugs: ReadonlyMap<string, Classification>;
  readonly problems: readonly AtcProblem[];
}

/** @param drugsByName the ids of the drugs that a name names, by `nameKey` */
export function readAtcFile(csv: string, drugsByName: ReadonlyMap<string, ReadonlySet<string>>): ReadAtcFile {
  const problems: AtcProblem[] = [];
  const drugs = new Map<string, { atc: string; ddds: DefinedDose[] }>();
  const records = recordsIn(csv);
  const columns = (records[0] ?? []).map(nameKey);
  const [name, atc, ddd, unit, route] = atcColumns.map((column) => columns.indexOf(column));
  if (name === undefined || atc === undefined || name < 0 || atc < 0)
    return { rows: 0, drugs, problems: [{ line: 1, reason: 'columns', text: atcColumns.join(', ') }] };

  for (const [index, record] of records.slice(1).entries()) {
    const cell = (column: number | undefined): string => (column === undefined ? '' : (record[column] ?? '').trim());
    const refuse = (reason: AtcProblem['reason'], text: string): void =>
      void problems.push({ line: index + 2, reason, text: text.slice(0, 120) });
    const ids = [...(drugsByName.get(nameKey(cell(name))) ?? [])];
    const code = cell(atc).toUpperCase();
    const [id] = ids;
    if (id === undefined) refuse('unknown-drug', cell(name));
    else if (ids.length > 1) refuse('several-drugs', cell(name));
    else if (!isAtc(code)) refuse('atc', cell(atc));
    else {
      const before = drugs.get(id);
      const dose = cell(ddd) === '' ? undefined : doseOf(cell(ddd), cell(unit), cell(route));
      if (before && before.atc !== code) refuse('other-atc', `${before.atc} ≠ ${code}`);
      else if (typeof dose === 'string') refuse(dose, [cell(ddd), cell(unit), cell(route)].join(' '));
      else if (dose && before?.ddds.some((one) => one.route === dose.route)) refuse('route-twice', dose.route);
      else drugs.set(id, { atc: code, ddds: [...(before?.ddds ?? []), ...(dose ? [dose] : [])] });
    }
  }
  return { rows: Math.max(0, records.length - 1), drugs, problems };
}

/** The separator is that of the first line. */
function recordsIn(csv: string): string[][] {
  const delimiter = (csv.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',';
  return parse(csv, { bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
}

const isUnit = (text: string): text is DddUnit => Object.hasOwn(dddUnits, text);
const isRoute = (text: string): text is DddRoute | '' => text === '' || (dddRoutes as readonly string[]).includes(text);
function doseOf(ddd: string, unit: string, route: string): DefinedDose | 'ddd' | 'unit' | 'route' {
  const value = Number(ddd);
  if (!(value > 0) || !Number.isFinite(value)) return 'ddd';
  if (!isUnit(unit)) return 'unit';
  return isRoute(route) ? { value, unit, route } : 'route';
}
