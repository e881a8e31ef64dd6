/** Import of a table: choose a file, say which column is what, try it, import it, and mend what does not fit. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Stack } from '@chakra-ui/react/stack';
import type { DateOrder, ImportKind, TableFile } from 'language/contract/imports';
import { FileSpreadsheet, FileUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { PanelSection } from '../../components/page.tsx';
import { EmptyState, ErrorAlert } from '../../components/screen-states.tsx';
import { ApiError } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { readTable, type Reading } from './api.ts';
import { type Columns, columnsOfSource, fieldRows, ordersOf, type Orders } from './columns.ts';
import { ColumnsPart } from './columns-part.tsx';
import { ResultsPart } from './results-part.tsx';
import { useImport } from './use-import.ts';

interface Chosen {
  readonly kind: ImportKind;
  readonly file: File;
  readonly table: TableFile;
  readonly columns: Columns;
  readonly orders: Orders;
}

/** @param team empty for the catalogue */
export function ImportTables({ team, kinds }: { team: string; kinds: readonly [ImportKind, ...ImportKind[]] }) {
  const t = useTranslation();
  const [kind, setKind] = useState(kinds[0]);
  const [chosen, setChosen] = useState<Chosen>();
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<ApiError>();
  const input = useRef<HTMLInputElement>(null);

  const read = async (file: File, of: ImportKind, reading: Reading = {}): Promise<void> => {
    setIsReading(true);
    setError(undefined);
    try {
      const table = await readTable(team, of, file, reading);
      // A kept source with the same headings is the same source.
      const source = table.sources.find(({ headings }) =>
        Object.values(headings).every((heading) => table.headings.includes(heading)),
      );
      const columns = source ? columnsOfSource(source, table) : table.columns;
      setChosen({ kind: of, file, table, columns, orders: source?.dateOrders ?? {} });
    } catch (failure) {
      setError(ApiError.from(failure));
    } finally {
      setIsReading(false);
    }
  };

  return (
    <Stack gap="4">
      <PanelSection title={t('import.choose')} hint={t('import.chooseHint')} headSpace="3">
        <Box display="flex" flexWrap="wrap" gap="3" alignItems="flex-end">
          <Box minWidth={{ base: '100%', md: '16rem' }}>
            <FormField label={t('import.kind')}>
              <Select
                value={kind}
                onChange={(value) => {
                  setKind(value as ImportKind);
                  if (chosen) void read(chosen.file, value as ImportKind);
                }}
                options={kinds.map((one) => [one, t(`import.kinds.${one}`)])}
                disabled={isReading || kinds.length === 1}
              />
            </FormField>
          </Box>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,.xlsx"
            aria-label={t('import.file')}
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The same file can be chosen again after it was changed.
              target.value = '';
              if (file) void read(file, kind);
            }}
          />
          <Button loading={isReading} onClick={() => input.current?.click()}>
            <FileUp aria-hidden />
            {t(chosen ? 'import.otherFile' : 'import.chooseFile')}
          </Button>
          {chosen ? (
            <Box color="fg.muted" fontSize="sm" paddingBlock="2">
              <bdi>{chosen.file.name}</bdi> · {t('import.rows', { count: chosen.table.rows.length })}
            </Box>
          ) : null}
        </Box>
      </PanelSection>
      <ErrorAlert error={error} />
      {chosen ? (
        <Imported
          key={`${chosen.kind} ${chosen.file.name} ${chosen.file.lastModified} ${chosen.table.encoding} ${chosen.table.separator} ${chosen.table.sheet}`}
          team={team}
          chosen={chosen}
          onRead={(reading) => void read(chosen.file, chosen.kind, reading)}
        />
      ) : (
        <EmptyState icon={<FileSpreadsheet size={36} aria-hidden />} title={t('import.none')}>
          {t('import.noneHint')}
        </EmptyState>
      )}
    </Stack>
  );
}

function Imported({ team, chosen, onRead }: { team: string; chosen: Chosen; onRead: (reading: Reading) => void }) {
  const t = useTranslation();
  const { kind, table } = chosen;
  const [columns, setColumns] = useState(chosen.columns);
  const [picked, setPicked] = useState<Orders>(chosen.orders);
  const orders = useMemo(() => ordersOf(kind, columns, picked, table), [kind, columns, picked, table]);
  const rows = useMemo(() => fieldRows(table, columns), [table, columns]);
  const importing = useImport({ team, kind, dateOrders: orders }, rows);
  useUnsaved(importing.run && !importing.isTrial ? t('import.running') : undefined);

  const changed = (next: Columns, nextOrders: Orders): void => {
    setColumns(next);
    setPicked(nextOrders);
    importing.reset();
  };
  return (
    <>
      <ColumnsPart
        team={team}
        kind={kind}
        table={table}
        columns={columns}
        orders={orders}
        isBusy={importing.run !== undefined}
        onRead={onRead}
        onColumn={(field, at) => {
          const { [field]: _column, ...others } = columns;
          const { [field]: _order, ...otherOrders } = picked;
          changed(at === undefined ? others : { ...others, [field]: at }, otherOrders);
        }}
        onOrder={(field, order: DateOrder) => changed(columns, { ...picked, [field]: order })}
        onSource={(source) => changed(columnsOfSource(source, table), source.dateOrders)}
      />
      <ResultsPart kind={kind} table={table} columns={columns} orders={orders} rows={rows} importing={importing} />
    </>
  );
}
