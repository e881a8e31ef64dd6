import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { fieldsOf, type ImportedRow, type ImportKind, type TableFile } from 'language/contract/imports';
import { Download, FlaskConical, Play, RotateCw, Square } from 'lucide-react';
import { useState } from 'react';
import { PanelSection } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { download } from '../../platform/browser.ts';
import { fieldRefusalText, refusalText } from '../../platform/language/refusal-text.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { type Columns, type FieldRow, missingIn, type Orders, refusedAsCsv } from './columns.ts';
import type { Importing } from './use-import.ts';
import { fieldLabel } from './words.ts';

/** Rows of a list that are shown at once. */
const SHOWN = 50;
const PREVIEW = 5;

const tableStyle = {
  overflowX: 'auto',
  borderWidth: '1px',
  borderRadius: 'l3',
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 'sm' },
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    padding: '2',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
  },
  '& tbody tr:last-child > *': { borderBlockEndWidth: 0 },
  '& thead th': { bg: 'bg.subtle', fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& td': { minWidth: '7rem', maxWidth: '20rem', overflowWrap: 'anywhere' },
  '& .reason': { minWidth: { base: '9rem', md: '14rem' }, color: 'fg.error' },
  '& input': { minWidth: '7rem' },
};

interface Props {
  kind: ImportKind;
  table: TableFile;
  columns: Columns;
  orders: Orders;
  rows: readonly FieldRow[];
  importing: Importing;
}

/** The trial, the import, and the rows that do not fit. */
export function ResultsPart({ kind, table, columns, orders, rows, importing }: Props) {
  const t = useTranslation();
  const { results, run, isTrial, error } = importing;
  const missing = missingIn(kind, columns, orders, table);
  const isReady = missing.fields.length === 0 && missing.dates.length === 0;
  const all = [...results.values()];
  const count = (outcome: ImportedRow['outcome']): number => all.filter((one) => one.outcome === outcome).length;
  const left = rows.length - all.length;
  const refused = count('refused');
  const isWhole = run === undefined && error === undefined && left === 0;
  return (
    <PanelSection
      title={t(isTrial ? 'import.trial' : 'import.report')}
      hint={t(isTrial ? 'import.trialHint' : 'import.reportHint')}
      headSpace="3"
    >
      {isReady ? null : (
        <Box role="status" bg="amber.subtle" color="amber.fg" borderRadius="l2" padding="2" marginBlockEnd="3">
          {[...missing.fields, ...missing.dates].length > 0
            ? t('import.missing', {
                fields: [...missing.fields, ...missing.dates]
                  .map((field) => fieldLabel(t, kind, field))
                  .join(t('import.comma')),
              })
            : null}
        </Box>
      )}
      <Box display="flex" flexWrap="wrap" gap="2" alignItems="center">
        <Button
          variant={all.length === 0 ? 'solid' : 'outline'}
          disabled={!isReady || run !== undefined}
          onClick={importing.tryAll}
        >
          <FlaskConical aria-hidden />
          {t('import.try', { count: rows.length })}
        </Button>
        {isTrial && isWhole && all.length > refused ? (
          <Button onClick={importing.importAll}>
            <Play aria-hidden />
            {t('import.run', { count: all.length - refused })}
          </Button>
        ) : null}
        {!isTrial && run === undefined && left > 0 ? (
          <Button onClick={importing.importAll}>
            <Play aria-hidden />
            {t('import.goOn', { count: left })}
          </Button>
        ) : null}
        {run ? (
          <Button variant="outline" onClick={importing.stop}>
            <Square aria-hidden />
            {t('import.stop')}
          </Button>
        ) : null}
      </Box>
      {run ? (
        <Box marginBlockStart="3">
          <Box asChild width="100%" css={{ accentColor: '{colors.brand.solid}' }}>
            <progress max={run.total} value={run.done} aria-label={t('import.progress')} />
          </Box>
          <Box fontSize="sm" color="fg.muted" role="status">
            {t('import.progressOf', { done: run.done, total: run.total })}
          </Box>
        </Box>
      ) : null}
      <Box marginBlockStart="3">
        <ErrorAlert error={error}>
          <Box>{t('import.stopped')}</Box>
        </ErrorAlert>
      </Box>
      {all.length > 0 ? (
        <Box
          as="ul"
          role="status"
          display="flex"
          flexWrap="wrap"
          gap="4"
          marginBlock="3"
          css={{ listStyle: 'none', '& b': { fontSize: 'lg' } }}
        >
          {(['added', 'same', 'refused'] as const).map((outcome) => (
            <li key={outcome}>
              {t(isTrial ? `import.would.${outcome}` : `import.was.${outcome}`, { count: count(outcome) })}
            </li>
          ))}
        </Box>
      ) : null}
      {isTrial ? <Understood kind={kind} columns={columns} rows={all} /> : null}
      {refused > 0 ? <Refused {...{ kind, table, columns, rows, importing }} /> : null}
    </PanelSection>
  );
}

/** The first rows as the server understood them. */
function Understood({ kind, columns, rows }: { kind: ImportKind; columns: Columns; rows: readonly ImportedRow[] }) {
  const t = useTranslation();
  const first = rows.filter(({ understood }) => understood).slice(0, PREVIEW);
  const fields = Object.keys(fieldsOf(kind)).filter((field) =>
    first.some(({ understood }) => understood?.[field] !== undefined),
  );
  if (first.length === 0 || Object.keys(columns).length === 0) return null;
  return (
    <Box marginBlockEnd="4">
      <Box as="h3" fontWeight="semibold" fontSize="sm" marginBlockEnd="2">
        {t('import.understood')}
      </Box>
      <Box css={tableStyle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('import.row')}</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {fieldLabel(t, kind, field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map(({ row, understood = {} }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {fields.map((field) => (
                  <td key={field}>
                    <ClinicalText>{understood[field] ?? ''}</ClinicalText>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </Box>
  );
}

/** The rows that do not fit, with the reason. Their cells can be mended, and the rows tried again. */
function Refused({ kind, table, columns, rows, importing }: Omit<Props, 'orders'>) {
  const t = useTranslation();
  const [shown, setShown] = useState(SHOWN);
  const { results, run, isTrial, valuesOf, mend } = importing;
  const refused = rows.flatMap((row) => {
    const result = results.get(row.row);
    return result?.outcome === 'refused' ? [{ ...result, values: valuesOf(row), reason: reasonOf(result) }] : [];
  });
  const fields = Object.keys(fieldsOf(kind)).filter((field) => columns[field] !== undefined);
  return (
    <Box>
      <Box display="flex" flexWrap="wrap" gap="2" alignItems="center" justifyContent="space-between" marginBlockEnd="2">
        <Box as="h3" fontWeight="semibold" fontSize="sm">
          {t('import.refused', { count: refused.length })}
        </Box>
        <Box display="flex" flexWrap="wrap" gap="2">
          <Button size="sm" disabled={run !== undefined} onClick={importing.tryRefused}>
            <RotateCw aria-hidden />
            {t(isTrial ? 'import.tryRefused' : 'import.importRefused')}
          </Button>
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              const words = { row: t('import.row'), reason: t('import.reason') };
              download(new Blob([refusedAsCsv(table, columns, refused, words)], { type: 'text/csv' }), `${kind}.csv`);
            }}
          >
            <Download aria-hidden />
            {t('import.download')}
          </Button>
        </Box>
      </Box>
      <Box css={tableStyle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('import.row')}</th>
              <th scope="col">{t('import.reason')}</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {fieldLabel(t, kind, field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, shown).map(({ row, reason, values, problem }) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                <td className="reason">
                  <ClinicalText>{reason}</ClinicalText>
                </td>
                {fields.map((field) => (
                  <td key={field}>
                    <Input
                      size="sm"
                      dir="auto"
                      aria-label={`${row}: ${fieldLabel(t, kind, field)}`}
                      aria-invalid={isFieldOf(problem, field)}
                      disabled={run !== undefined}
                      value={values[field] ?? ''}
                      onChange={({ target }) => mend(row, field, target.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {refused.length > shown ? (
        <Button size="sm" variant="outline" marginBlockStart="2" onClick={() => setShown(shown + SHOWN)}>
          {t('import.more', { count: refused.length - shown })}
        </Button>
      ) : null}
    </Box>
  );
}

/** Names of fields of a command's body lead to the field of the row: `measurements.0.takenOn`. */
const fieldIn = (name: string): string => name.split('.').findLast((part) => /\D/.test(part)) ?? name;
const isFieldOf = (problem: ImportedRow['problem'], field: string): boolean =>
  Object.keys(problem?.fields ?? {}).some((name) => fieldIn(name) === field);
function reasonOf({ problem }: ImportedRow): string {
  if (!problem) return '';
  const [field] = Object.entries(problem.fields ?? {});
  if (!field) return refusalText(problem, problem.message);
  return fieldRefusalText(problem.fieldReasons?.[field[0]] ?? {}, field[1]);
}
